package import InternetAddresses

/// An absolute http or https URL, taken apart strictly (RFC 3986, the ASCII subset that goes on the wire).
///
/// Refused are: other schemes, user information (it hides the true host from a reader), fragments (they never reach a server),
/// characters outside printable ASCII, hosts that are neither a name of letters, digits, hyphens and dots nor an IP address, and
/// URLs above ``maximumLength`` bytes. A name in another script has to come in its `xn--` form.
package struct WebURL: Hashable, Sendable {
    package enum Scheme: String, Hashable, Sendable {
        case http
        case https

        package var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// In bytes.
    package static let maximumLength = 8192

    package let scheme: Scheme
    /// In lower case; an IPv6 address without its brackets.
    package let host: String
    package let port: Int
    /// Path and query as a request line has them; begins with a slash.
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

    /// `/path` at the given host, over https on its usual port.
    package init(https host: String, path: String) throws(WebURLError) {
        try self.init("https://\(host)\(path)")
    }

    private static func hostAndPort(_ authority: String) throws(WebURLError) -> (String, Int?) {
        var hostText = Substring(authority)
        var portText: Substring?
        let hostEnd = authority.firstIndex(of: "]").map { authority.index(after: $0) } ?? authority.firstIndex(of: ":")
        if let hostEnd, hostEnd < authority.endIndex {
            guard authority[hostEnd] == ":" else { throw .hostMalformed }
            hostText = authority[..<hostEnd]
            portText = authority[authority.index(after: hostEnd)...]
        }
        let host = try checkedHost(hostText)
        guard let portText else { return (host, nil) }
        guard portText.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(portText), (1...65535).contains(port) else {
            throw .portMalformed
        }
        return (host, port)
    }

    private static func checkedHost(_ text: Substring) throws(WebURLError) -> String {
        if text.hasPrefix("["), text.hasSuffix("]") {
            guard let address = try? IPAddress(text.dropFirst().dropLast()) else { throw .hostMalformed }
            return address.description
        }
        let host = text.lowercased()
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, !labels.isEmpty, labels.allSatisfy(isLabel) else { throw .hostMalformed }
        // Resolvers take 127.1, 0x7f000001 and 2130706433 for addresses. A name ends in a label that is not a number (RFC 3696 section 2).
        if let last = labels.last, last.utf8.first.map({ (0x30...0x39).contains($0) }) == true, (try? IPAddress(host)) == nil {
            throw .hostMalformed
        }
        return host
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
            && label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}

extension WebURL: CustomStringConvertible {
    /// The URL with its port only where it is not the scheme's own.
    package var description: String { "\(scheme.rawValue)://\(authority)\(target)" }

    /// The `Host` field of a request (RFC 9110 section 7.2).
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == scheme.defaultPort ? name : "\(name):\(port)"
    }

    /// The address that the host spells; nil where it is a name.
    package var literalAddress: IPAddress? { try? IPAddress(host) }
}

/// Why a text is no URL that this client asks.
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
        case .unprintable: "holds a space, a control character or a character outside ASCII; a URL escapes them"
        case .schemeMissing: "does not begin with https:// or http://"
        case .schemeUnsupported: "its scheme is neither https nor http"
        case .userInformation: "names a user before the host"
        case .fragment: "ends in a fragment, which no server ever sees"
        case .hostMalformed: "its host is neither a domain name nor an IP address"
        case .portMalformed: "its port is not a number from 1 to 65535"
        }
    }
}
