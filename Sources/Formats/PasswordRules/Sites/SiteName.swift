/// The name of a site: a domain name in lower case, without scheme, port or path.
public struct SiteName: Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case, without a dot at its end.
    public let description: String

    /// The name, or nil where it is none. One dot at the end is taken off, upper case is lowered.
    ///
    /// Labels of 1 to 63 letters, digits, dashes and underscores, 253 bytes in all. A scheme, a port, a path, an IPv6 address or a letter
    /// outside ASCII is refused; write internationalised names in their `xn--` form.
    public init?(_ text: String) {
        var bytes = Array(text.utf8)
        if bytes.last == Self.dot { bytes.removeLast() }
        guard !bytes.isEmpty, bytes.count <= Self.longestName else { return nil }
        let labels = bytes.split(separator: Self.dot, omittingEmptySubsequences: false)
        guard labels.allSatisfy({ (1...Self.longestLabel).contains($0.count) && $0.allSatisfy(Self.isLabelByte) }) else {
            return nil
        }
        description = String(decoding: bytes, as: UTF8.self).lowercased()
    }

    /// The name without its first label; nil where it has only one.
    var parent: SiteName? {
        description.firstIndex(of: ".").map { SiteName(verified: String(description[description.index(after: $0)...])) }
    }

    private init(verified: String) { description = verified }

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        byte.isIdentifierByte || byte.isDigitByte || byte == UInt8(ascii: "_")
    }

    private static let dot = UInt8(ascii: ".")
    private static let longestName = 253
    private static let longestLabel = 63
}
