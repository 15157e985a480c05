/// Whether a code may be offered to a document.
public enum CodeMatch: String, Sendable, Hashable, CaseIterable {
    /// The very origin that the code names.
    case origin
    /// Another origin of the same site. The person should be shown both domains.
    case site
    /// Not this document.
    case none
}

extension DomainBoundCode {
    /// Whether the code may be offered to a document.
    ///
    /// A page itself takes codes without an embedded host. A frame takes codes whose embedded host is of its site, where each
    /// document around it is of the embedded host's or the page's site, and the page is of the site that the code names first.
    ///
    /// - Parameters:
    ///   - document: the origin of the document that asks.
    ///   - ancestors: the origins of the documents around it, from its parent to the page itself; empty for the page.
    ///   - rule: what says which hosts are of one site.
    public func match(_ document: WebOrigin, ancestors: [WebOrigin] = [], rule: PublicSuffixRule) -> CodeMatch {
        let top = WebOrigin(secure: host)
        guard let page = ancestors.last else {
            guard embeddedHost == nil, rule.isSameSite(document, top) else { return .none }
            return document == top ? .origin : .site
        }
        guard let embedded = embeddedHost.map(WebOrigin.init(secure:)), rule.isSameSite(document, embedded),
            rule.isSameSite(page, top),
            ancestors.dropLast().allSatisfy({ rule.isSameSite($0, embedded) || rule.isSameSite($0, top) })
        else { return .none }
        return document == embedded && page == top ? .origin : .site
    }
}
