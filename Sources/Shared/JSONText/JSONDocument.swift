/// A parsed JSON text: its bytes, and where everything stands in them.
package struct JSONDocument: Sendable {
    let storage: JSONStorage

    init(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONTextError) {
        var parser = JSONParser(limits: limits)
        try parser.parse(bytes.span)
        storage = JSONStorage(bytes: bytes, tokens: parser.tokens)
    }

    /// The one value of the text.
    package var root: JSONNode { JSONNode(storage: storage, index: 0) }

    /// The text as it came.
    package var bytes: [UInt8] { storage.bytes }
}

/// What all nodes of a document share.
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
