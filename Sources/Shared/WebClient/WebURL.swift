package import InternetAddresses

/// An absolute http or https URL, parsed strictly (RFC 3986, in ASCII).
///
/// Parsing rejects other schemes, user information, which hides the real host from a reader, and fragments, which never reach a
/// server. It rejects characters outside printable ASCII, and URLs above ``maximumLength`` bytes. A host must be an IP address or a
/// name of letters, digits, hyphens and dots. A name in another script must have its `xn--` form.
package struct WebURL: Hashable, Sendable {
    package enum Scheme: String, Hashable, Sendable {
        case http
        case https

        package var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// The maximum length, in bytes.
    package static let maximumLength = 8192

    package let scheme: Scheme
    /// The host in lower case; an IPv6 address without brackets.
    package let host: String
    package let port: Int
    /// Path and query, as in a request line. It begins with a slash.
    package let target: String

    package init(_ text: some StringProtocol) throws(WebURLError) {
        guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .unprintable }
        guard let separator = text.firstRange(of: "://") else { throw .schemeMissing }
        guard let scheme = Scheme(rawValue: text[..<separator.lowerBound].lowercased()) else { throw .schemeUnsupported }
        let rest = text[separator.upperBound...]
        guard !rest.contains("#") else { throw .fragment }

        let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let authority = rest[..<authorityEnd]
        guard !authority.contains("@") else { throw .userInformation }
        let (host, port) = try Self.hostAndPort(String(authority))
        let remainder = rest[authorityEnd...]

        self.scheme = scheme
        self.host = host
        self.port = port ?? scheme.defaultPort
        target = remainder.hasPrefix("/") ? String(remainder) : "/" + remainder
    }

    private static func hostAndPort(_ text: String) throws(WebURLError) -> (String, Int?) {
        guard let authority = URLAuthority(Array(text.utf8)[...]) else { throw .hostMalformed }
        guard authority.tail.isEmpty || authority.tail.first == UInt8(ascii: ":") else { throw .hostMalformed }
        guard let host = authority.webHost else { throw .hostMalformed }
        if authority.tail.isEmpty { return (host, nil) }
        guard let port = authority.port else { throw .portMalformed }
        return (host, port)
    }
}

extension WebURL: CustomStringConvertible {
    /// The URL. The port is omitted if it is the scheme's default.
    package var description: String { origin + target }

    /// The origin in the form of the `Origin` field (RFC 6454, section 6.2): the scheme, the host, and a port that is not the default.
    package var origin: String { "\(scheme.rawValue)://\(authority)" }

    /// The `Host` field of a request (RFC 9110 section 7.2).
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == scheme.defaultPort ? name : "\(name):\(port)"
    }

    /// The IP address in the host; nil for a name.
    package var literalAddress: IPAddress? { try? IPAddress(host) }
}

/// The reason why a text is not a supported URL.
package enum WebURLError: Error, Hashable, Sendable {
    case tooLong
    case unprintable
    case schemeMissing
    case schemeUnsupported
    case userInformation
    case fragment
    case hostMalformed
    case portMalformed
}

extension WebURLError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLong: "longer than \(WebURL.maximumLength) bytes"
        case .unprintable: "contains a space, a control character or a character outside ASCII; percent-encode it"
        case .schemeMissing: "does not begin with https:// or http://"
        case .schemeUnsupported: "its scheme is neither https nor http"
        case .userInformation: "has user information before the host"
        case .fragment: "has a fragment, which is not sent to servers"
        case .hostMalformed: "its host is neither a domain name nor an IP address"
        case .portMalformed: "its port is not a number from 1 to 65535"
        }
    }
}
