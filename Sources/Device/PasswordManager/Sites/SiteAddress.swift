package import AssociatedDomains
internal import CPublicSuffix

/// The address of a site in password files.
package enum SiteAddress {
    /// Returns the host of an `https` or `http` URL, or of a bare name. Returns nil for other schemes, IP addresses and malformed
    /// text.
    package static func host(of text: String) -> DomainName? {
        var rest = text[...]
        if let mark = rest.firstRange(of: "://") {
            guard ["https", "http"].contains(rest[..<mark.lowerBound].lowercased()) else { return nil }
            rest = rest[mark.upperBound...]
        }
        rest = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        // Everything before the last at sign is user information.
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        if let colon = rest.firstIndex(of: ":") {
            let port = rest[rest.index(after: colon)...]
            guard port.isEmpty || UInt16(port) != nil else { return nil }
            rest = rest[..<colon]
        }
        return try? DomainName(String(rest))
    }
}

extension DomainName {
    /// The registrable domain, which defines a site: `example.co.uk` for `login.example.co.uk`. A public suffix is a separate
    /// site. Uses the public suffix list (publicsuffix.org) including private registries: two names below `github.io` belong to
    /// different owners.
    ///
    /// This is the only wrapper of libpsl.
    package var registrableDomain: DomainName {
        let list = PublicSuffixList.newest
        return text.withCString { text in
            guard let domain = psl_registrable_domain(list.context, text) else { return self }
            return (try? DomainName(String(cString: domain))) ?? self
        }
    }

    /// Whether the name is a public suffix, below which names belong to different owners. True without a list.
    package var isPublicSuffix: Bool {
        let list = PublicSuffixList.newest
        return text.withCString { text in list.context.map { psl_is_public_suffix($0, text) != 0 } ?? true }
    }

    /// Whether the name is `localhost` or below it: a name of this machine, which browsers trust without https (W3C Secure Contexts,
    /// section 3.1).
    package var isLocalhost: Bool { text == "localhost" || text.hasSuffix(".localhost") }
}

/// The public suffix list of the system if it is newer than that of the library. Loaded once and then immutable.
private struct PublicSuffixList: @unchecked Sendable {
    static let newest = PublicSuffixList()

    /// The public suffix list. Nil if neither the library nor the system has a list. Every name is then its own site.
    let context: OpaquePointer?

    private init() {
        context = psl_latest(nil)
    }
}
