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
        guard PercentEncoding.isWellFormed(text.utf8) else { return nil }
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

/// An absolute `http` or `https` address elsewhere.
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
        guard PercentEncoding.isWellFormed(bytes),
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

    private static func isAuthority(_ authority: ArraySlice<UInt8>) -> Bool {
        var host = authority
        var port: ArraySlice<UInt8> = []
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = authority[authority.index(after: authority.startIndex)..<end]
            let isAddress = address.allSatisfy { $0.isHexadecimalDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
            guard isAddress, address.contains(UInt8(ascii: ":")) else { return false }
            port = authority[authority.index(after: end)...]
            guard port.isEmpty || port.first == UInt8(ascii: ":") else { return false }
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
            port = authority[host.endIndex...]
            let isName = host.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
            guard !host.isEmpty, isName else { return false }
        }
        guard !port.isEmpty else { return true }
        return UInt16(String(decoding: port.dropFirst(), as: UTF8.self)) != nil && port.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
    }
}

/// The characters of addresses (RFC 3986 section 2).
enum PercentEncoding {
    /// Keeps the unreserved characters, and encodes every other byte.
    static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            if byte.isUnreserved {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += (digits.utf8.count == 1 ? "%0" : "%") + digits
            }
        }
        return encoded
    }

    /// Whether all bytes may stand in an address, and every percent sign begins a complete escape.
    static func isWellFormed(_ bytes: some Sequence<UInt8>) -> Bool {
        var digitsDue = 0
        for byte in bytes {
            if digitsDue > 0 {
                guard byte.isHexadecimalDigit else { return false }
                digitsDue -= 1
            } else if byte == UInt8(ascii: "%") {
                digitsDue = 2
            } else if !byte.isUnreserved, !Self.reserved.contains(byte) {
                return false
            }
        }
        return digitsDue == 0
    }

    private static let reserved = Set(":/?#[]@!$&'()*+,;=".utf8)
}

extension UInt8 {
    var isASCIIAlphanumeric: Bool { (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 }

    var isHexadecimalDigit: Bool { self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 6 }

    var isUnreserved: Bool { isASCIIAlphanumeric || "-._~".utf8.contains(self) }
}
