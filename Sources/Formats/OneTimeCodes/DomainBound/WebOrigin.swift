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
