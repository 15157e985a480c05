/// One value, or one member name, on the flat list that parsing makes of a text.
///
/// An object is followed by its names and values in turn, an array by its elements, each container by all it holds; so a
/// whole document costs one array, and a string is only built when somebody asks for it.
struct JSONToken: Sendable {
    /// Where the value begins in the text. For a string, behind the opening quote.
    let start: UInt32

    /// Where it ends. For a string, at the closing quote.
    var end: UInt32

    /// The index of the first token that is no longer part of this value.
    var next: UInt32

    let kind: JSONKind

    /// Whether a string holds a backslash and so must be unescaped.
    let isEscaped: Bool

    init(kind: JSONKind, start: Int, end: Int, next: Int, isEscaped: Bool = false) {
        // `JSONLimits.ceiling` keeps every offset and index within 32 bits.
        self.start = UInt32(start)
        self.end = UInt32(end)
        self.next = UInt32(next)
        self.kind = kind
        self.isEscaped = isEscaped
    }

    var range: Range<Int> { Int(start)..<Int(end) }

    var content: JSONStringSpan { JSONStringSpan(range: range, isEscaped: isEscaped) }
}
