/// The origin of a document: scheme, host and port.
public struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    /// The scheme in lower case.
    public let scheme: String

    /// The host.
    public let host: CodeHost

    /// The port; nil where it is the usual one of the scheme.
    public let port: UInt16?

    /// An origin from its text, such as `https://example.com:8443`; nil where it is none, or has more than scheme, host and port.
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

    /// The origin of a host over https at the usual port, as all domain-bound codes mean it.
    public init(secure host: CodeHost) {
        scheme = "https"
        self.host = host
        port = nil
    }

    /// The origin as it is written.
    public var description: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }
}

/// The host of a site in a domain-bound code: in lower case, without scheme, port, user or path.
///
/// Names beyond ASCII are taken as they are written and equal only themselves. Browsers name origins in ASCII, so such a
/// host matches no origin; whoever sends messages writes the encoded form.
public struct CodeHost: Sendable, Hashable, CustomStringConvertible {
    /// The host.
    public let text: String

    /// A host from its text; nil where it is empty, longer than 253 bytes, has an empty label, or holds a code point that no domain
    /// may hold (URL Standard, "forbidden domain code point").
    public init?(_ text: String) {
        // Lower case may be longer, so it is what is measured.
        let text = text.lowercased()
        let scalars = text.unicodeScalars
        guard !text.isEmpty, text.utf8.count <= 253, !scalars.contains(where: Self.isForbidden) else { return nil }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 63 }) else { return nil }
        self.text = text
    }

    /// The host.
    public var description: String { text }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value == 0x7F || "#/:<>?@[\\]^|%".unicodeScalars.contains(scalar)
            || scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }
}

/// Answers what the owner of a site is, which takes the public suffix list. Injected: the list changes every week, and this library
/// holds none.
public struct PublicSuffixRule: Sendable {
    private let registrable: @Sendable (String) -> String?

    /// A rule.
    ///
    /// - Parameter registrableDomain: for a host in lower case, its registrable domain (`www.example.co.uk` gives `example.co.uk`);
    ///   nil for a public suffix, an address, and whatever has none.
    public init(registrableDomain: @escaping @Sendable (String) -> String?) {
        registrable = registrableDomain
    }

    /// Knows no suffixes, so that each host is a site of its own. Refuses too much, never too little.
    public static let exactHosts = PublicSuffixRule { _ in nil }

    /// Whether two origins are of one site (HTML, "same site"): the scheme is the same, and the hosts are equal or of one
    /// registrable domain.
    public func isSameSite(_ left: WebOrigin, _ right: WebOrigin) -> Bool {
        guard left.scheme == right.scheme else { return false }
        if left.host == right.host { return true }
        guard let owner = registrable(left.host.text) else { return false }
        return owner == registrable(right.host.text)
    }
}
