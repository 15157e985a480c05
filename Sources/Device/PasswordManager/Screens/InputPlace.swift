package import AssociatedDomains
package import OneTimeCodes

/// Where a screen's inputs belong: to an app, or to a document of a web page.
package enum InputPlace: Hashable, Sendable {
    case app(AppIdentifier)
    /// A document and the documents around it, from its parent to the page itself; none for the page.
    case page(WebOrigin, ancestors: [WebOrigin] = [])

    /// The host whose credentials a page may have: its own exact one, where everything on the way to the person is protected. Nil for apps, for hosts
    /// that are no domain names (addresses, names beyond ASCII), for pages without https that are not on this machine, and for a document
    /// within one of another host.
    package var pageHost: DomainName? {
        guard case .page(let document, let ancestors) = self, let host = Self.protectedHost(document),
            ancestors.allSatisfy({ Self.protectedHost($0) == host })
        else { return nil }
        return host
    }

    private static func protectedHost(_ origin: WebOrigin) -> DomainName? {
        guard let host = try? DomainName(origin.host.text) else { return nil }
        let isLocal = host.text == "localhost" || host.text.hasSuffix(".localhost")
        return origin.scheme == "https" || (origin.scheme == "http" && isLocal) ? host : nil
    }
}

extension InputPlace: CustomStringConvertible {
    /// The identifier of the app, or the origin of the document.
    package var description: String {
        switch self {
        case .app(let app): app.description
        case .page(let origin, _): origin.description
        }
    }
}
