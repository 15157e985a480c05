package import AssociatedDomains
internal import CPublicSuffix

/// The address of a site as files of passwords have it.
enum SiteAddress {
    /// The host of an `https` or `http` address, or of a bare name. Nil for other schemes, for addresses by number, and for what is none.
    static func host(of text: String) -> DomainName? {
        var rest = text[...]
        if let mark = rest.firstRange(of: "://") {
            guard ["https", "http"].contains(rest[..<mark.lowerBound].lowercased()) else { return nil }
            rest = rest[mark.upperBound...]
        }
        rest = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        // What stands before the last at sign is a user name, whatever it looks like.
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
    /// The registrable domain, which makes hosts one site: `example.co.uk` of `login.example.co.uk`. A name that is a public suffix itself is a site of
    /// its own. What is a public suffix the list says (publicsuffix.org), its part of private registries included: two names below `github.io` are two
    /// people's.
    ///
    /// This is the only wrapper of libpsl.
    package var registrableDomain: DomainName {
        let list = PublicSuffixList.newest
        return text.withCString { text in
            guard let domain = psl_registrable_domain(list.context, text) else { return self }
            return (try? DomainName(String(cString: domain))) ?? self
        }
    }
}

/// The list of the system where it is newer than the one in the library. Read once, and only read from then on.
private struct PublicSuffixList: @unchecked Sendable {
    static let newest = PublicSuffixList()

    /// Absent: a library without a list on a system without one. Then every name is a site of its own.
    let context: OpaquePointer?

    private init() {
        context = psl_latest(nil)
    }
}
