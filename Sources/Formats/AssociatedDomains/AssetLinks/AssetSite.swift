/// A web site as asset links name it: `https://www.example.com`, with a port where it is not the usual one.
public struct AssetSite: Sendable, Hashable, CustomStringConvertible {
    /// Whether it is https, not http.
    public let isSecure: Bool

    /// The host.
    public let host: DomainName

    /// The port, also where it is the usual one.
    public let port: UInt16

    /// A site from its text; nil where it is not a scheme and a host, or has a path other than a single slash, a query, a fragment
    /// or a user.
    public init?(_ text: String) {
        let lowered = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lowered.hasPrefix) else { return nil }
        isSecure = scheme == "https://"
        var rest = lowered.dropFirst(scheme.count)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let name = parts.first, let host = try? DomainName(String(name)) else { return nil }
        self.host = host
        guard parts.count == 2 else {
            port = isSecure ? 443 : 80
            return
        }
        guard parts[1].utf8.allSatisfy(\.isDigit), let number = UInt16(parts[1]), number > 0 else { return nil }
        port = number
    }

    /// The site as it is written, without its usual port.
    public var description: String {
        let usual: UInt16 = isSecure ? 443 : 80
        return (isSecure ? "https://" : "http://") + host.text + (port == usual ? "" : ":\(port)")
    }
}
