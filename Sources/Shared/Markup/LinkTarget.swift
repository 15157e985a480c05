import InternetAddresses

/// Where a link may lead: to our own server, or to a web address.
package enum LinkTarget: Sendable, Hashable {
    case local(LocalPath)
    case web(WebURL)

    var text: String {
        switch self {
        case .local(let path): path.text
        case .web(let url): url.text
        }
    }
}

extension LinkTarget: ExpressibleByStringLiteral {
    /// A path on our own server written in our own source.
    package init(stringLiteral literal: StaticString) {
        self = .local(LocalPath(stringLiteral: literal))
    }
}

/// A path on our own server, with an optional query: `/account/sessions?from=3`.
///
/// Parsing refuses whatever a browser could read as another server or another scheme: a path begins with one slash, not
/// followed by a second one or a backslash, and holds only characters of RFC 3986, with complete percent-escapes.
package struct LocalPath: Sendable, Hashable, CustomStringConvertible {
    /// The path as written.
    package let text: String

    /// A path from a string, or nil when it is not one.
    package init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "/"), text.utf8.dropFirst().first != UInt8(ascii: "/") else { return nil }
        guard Array(text.utf8).isWellFormedURL else { return nil }
        self.text = text
    }

    private init(checked text: String) {
        self.text = text
    }

    /// This path and one more segment, percent-encoded as needed: a slash within it does not begin another.
    ///
    /// The segments `.` and `..` would be resolved away by browsers; their dots cannot be encoded, so they get a `~` in front.
    package func appending(segment: String) -> LocalPath {
        let safe = segment == "." || segment == ".." ? "~" + segment : segment
        return LocalPath(checked: text + (text.hasSuffix("/") ? "" : "/") + PercentEncoding.encode(safe))
    }

    /// This path and a query item, percent-encoded as needed.
    package func appending(query name: String, _ value: String) -> LocalPath {
        let mark = text.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return LocalPath(checked: text + mark + PercentEncoding.encode(name) + "=" + PercentEncoding.encode(value))
    }

    /// The path as written.
    package var description: String { text }
}

extension LocalPath: ExpressibleByStringLiteral {
    /// A path written in our own source; the program stops when it is not one.
    package init(stringLiteral literal: StaticString) {
        guard let path = LocalPath("\(literal)") else {
            preconditionFailure("a path in our own source must begin with one slash and hold URL characters only")
        }
        self = path
    }
}

/// An absolute `http` or `https` address elsewhere, as a link has it: kept as written, perhaps with a fragment, and never asked by this program. What
/// the program asks is a `WebURL` of WebClient, which takes the address apart and refuses more.
///
/// Refused: other schemes (`javascript:`, `data:`), user information before the host, hosts that are not ASCII names or
/// bracketed IPv6 addresses, ports beyond 65535, and characters outside of RFC 3986, backslash and white space among them.
package struct WebURL: Sendable, Hashable, CustomStringConvertible {
    /// The address as written.
    package let text: String

    /// An address from a string, or nil when it is not one.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let schemes = ["https://", "http://"].map { Array($0.utf8) }
        guard bytes.isWellFormedURL,
            let scheme = schemes.first(where: { bytes.starts(with: $0, by: { $0 | 0x20 == $1 | 0x20 }) })
        else { return nil }
        let authority = bytes.dropFirst(scheme.count).prefix {
            ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0)
        }
        guard Self.isAuthority(authority) else { return nil }
        self.text = text
    }

    /// The address as written.
    package var description: String { text }

    private static func isAuthority(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let authority = URLAuthority(bytes), let port = authority.portDigits else { return false }
        guard authority.tail.isEmpty || UInt16(String(decoding: port, as: UTF8.self)) != nil else { return false }
        guard authority.host.first == UInt8(ascii: "[") else {
            let isName = authority.host.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
            return !authority.host.isEmpty && isName
        }
        let address = authority.host.dropFirst().dropLast()
        return address.contains(UInt8(ascii: ":"))
            && address.allSatisfy { $0.isHexadecimalDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
    }
}

extension [UInt8] {
    /// Whether every byte may be in an address, and every percent sign begins a complete escape.
    fileprivate var isWellFormedURL: Bool { allSatisfy(\.isURLCharacter) && PercentEncoding.malformedEscape(in: self) == nil }
}
