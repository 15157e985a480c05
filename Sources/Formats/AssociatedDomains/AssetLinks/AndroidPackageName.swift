/// The name of an Android app: `com.example.app`.
public struct AndroidPackageName: Sendable, Hashable, CustomStringConvertible {
    /// The name.
    public let text: String

    /// A name from its text; nil where it has fewer than two segments, or one that does not begin with a letter and go on with
    /// letters, digits and underscores.
    public init?(_ text: String) {
        let segments = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count >= 2, segments.allSatisfy(Self.isSegment) else { return nil }
        self.text = text
    }

    /// The name.
    public var description: String { text }

    private static func isSegment(_ segment: Substring.UTF8View) -> Bool {
        guard let first = segment.first, first.isUpperCase || first.isLowerCase else { return false }
        return segment.allSatisfy { $0.isUpperCase || $0.isLowerCase || $0.isDigit || $0 == UInt8(ascii: "_") }
    }
}
