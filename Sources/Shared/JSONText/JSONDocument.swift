/// A parsed JSON text: its bytes and the positions of its values.
package struct JSONDocument: Sendable {
    let storage: JSONStorage

    init(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONTextError) {
        var parser = JSONParser(limits: limits)
        try parser.parse(bytes.span)
        storage = JSONStorage(bytes: bytes, tokens: parser.tokens)
    }

    /// The value of the text.
    package var root: JSONNode { JSONNode(storage: storage, index: 0) }

    /// The unchanged bytes of the text.
    package var bytes: [UInt8] { storage.bytes }
}

/// The data that all nodes of a document share.
final class JSONStorage: Sendable {
    let bytes: [UInt8]
    let tokens: [JSONToken]

    init(bytes: [UInt8], tokens: [JSONToken]) {
        self.bytes = bytes
        self.tokens = tokens
    }

    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    func unescaped(_ content: JSONStringSpan) -> [UInt8] {
        let bytes = bytes
        return content.unescaped(in: bytes.span)
    }

    func position(at offset: Int) -> TextPosition {
        let bytes = bytes
        return TextPosition(offset: offset, in: bytes.span)
    }
}

/// A value or a member name in the flat list that the parser creates.
///
/// An object is followed by its names and values in turn, an array by its elements, and each container by its whole content. A
/// document therefore needs only one array, and strings are built only on request.
struct JSONToken: Sendable {
    /// The start of the value in the text. For a string, after the opening quote.
    let start: UInt32

    /// The end of the value. For a string, at the closing quote.
    var end: UInt32

    /// The index of the first token after this value.
    var next: UInt32

    let kind: JSONKind

    /// Whether a string contains a backslash and must be unescaped.
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
