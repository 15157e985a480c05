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
