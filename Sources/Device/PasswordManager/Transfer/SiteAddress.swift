import AssociatedDomains

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
