/// The origin of a document: scheme, host and port.
public struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    /// The scheme in lower case.
    public let scheme: String

    /// The host.
    public let host: CodeHost

    /// The port. Nil for the default port of the scheme.
    public let port: UInt16?

    /// Parses an origin such as `https://example.com:8443`. Returns nil if the text is malformed or contains more than scheme,
    /// host and port.
    public init?(_ text: String) {
        guard let mark = text.firstRange(of: "://") else { return nil }
        scheme = text[..<mark.lowerBound].lowercased()
        let parts = text[mark.upperBound...].split(separator: ":", omittingEmptySubsequences: false)
        guard !scheme.isEmpty, parts.count <= 2, let name = parts.first, let host = CodeHost(String(name)) else { return nil }
        self.host = host
        guard parts.count == 2 else {
            port = nil
            return
        }
        guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(parts[1]) else { return nil }
        port = number == (scheme == "https" ? 443 : 80) ? nil : number
    }

    /// Creates the https origin of a host at the default port, as used by domain-bound codes.
    public init(secure host: CodeHost) {
        scheme = "https"
        self.host = host
        port = nil
    }

    /// The origin as text.
    public var description: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }
}

/// The host of a site in a domain-bound code, in lower case, without scheme, port, user or path.
///
/// Non-ASCII names are accepted unchanged and equal only themselves. Browsers use ASCII for origins, so such a host does not
/// match any origin. Send the encoded form in messages.
public struct CodeHost: Sendable, Hashable, CustomStringConvertible {
    /// The text of the host.
    public let text: String

    /// Parses a host. Returns nil if the text is empty, is longer than 253 bytes, has an empty label, or contains a forbidden
    /// domain code point (URL Standard).
    public init?(_ text: String) {
        // Checks the lower-case text, because it can be longer.
        let text = text.lowercased()
        let scalars = text.unicodeScalars
        guard !text.isEmpty, text.utf8.count <= 253, !scalars.contains(where: Self.isForbidden) else { return nil }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 63 }) else { return nil }
        self.text = text
    }

    /// The text of the host.
    public var description: String { text }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value == 0x7F || "#/:<>?@[\\]^|%".unicodeScalars.contains(scalar)
            || scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
}

/// Determines the registrable domain of a host, which requires the public suffix list. Injected, because the list changes every
/// week and this library contains none.
public struct PublicSuffixRule: Sendable {
    private let registrable: @Sendable (String) -> String?

    /// Creates a rule.
    ///
    /// - Parameter registrableDomain: Returns the registrable domain of a lower-case host (`www.example.co.uk` gives
    ///   `example.co.uk`), or nil for a public suffix, an address or a host without one.
    public init(registrableDomain: @escaping @Sendable (String) -> String?) {
        registrable = registrableDomain
    }

    /// A rule without suffixes: each host is its own site. It may reject valid matches, but never accepts invalid ones.
    public static let exactHosts = PublicSuffixRule { _ in nil }

    /// Returns whether two origins are same-site (HTML): they have the same scheme, and the same host or registrable domain.
    public func isSameSite(_ left: WebOrigin, _ right: WebOrigin) -> Bool {
        guard left.scheme == right.scheme else { return false }
        if left.host == right.host { return true }
        guard let owner = registrable(left.host.text) else { return false }
        return owner == registrable(right.host.text)
    }
}
