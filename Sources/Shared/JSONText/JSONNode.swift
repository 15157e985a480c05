/// One value of a parsed text, which knows where it stood.
///
/// A node is a view: it costs nothing to make, keeps the whole document alive, and builds a string or number when asked.
package struct JSONNode: Sendable {
    let storage: JSONStorage
    let index: Int

    /// What kind of value this is.
    package var kind: JSONKind { token.kind }

    /// Where the value begins; for a string, its opening quote. Found by walking the text, so ask only to show it.
    package var position: TextPosition { storage.position(at: sourceRange.lowerBound) }

    /// The bytes of the value in the text; of a string, with its quotes.
    package var sourceRange: Range<Int> {
        kind == .string ? (token.range.lowerBound - 1)..<(token.range.upperBound + 1) : token.range
    }

    /// Whether this is `null`.
    package var isNull: Bool { kind == .null }

    /// The boolean, or nil when this is something else.
    package var boolean: Bool? { kind == .boolean ? storage.bytes[Int(token.start)] == UInt8(ascii: "t") : nil }

    /// The number, or nil when this is something else.
    package var number: JSONNumber? {
        kind == .number ? JSONNumber(checkedText: storage.string(token.range)) : nil
    }

    /// The string, unescaped, or nil when this is something else.
    package var string: String? {
        guard kind == .string else { return nil }
        return token.isEscaped ? String(decoding: unescapedBytes, as: UTF8.self) : storage.string(token.range)
    }

    /// The elements in order, or nil when this is not an array.
    package var elements: JSONElements? { kind == .array ? JSONElements(array: self) : nil }

    /// The members in the order of the text, or nil when this is not an object.
    package var members: JSONMembers? { kind == .object ? JSONMembers(object: self) : nil }

    /// The value of a member, or nil when this is not an object or has no such member. Names are compared byte for byte.
    package subscript(name: String) -> JSONNode? {
        members?.first { $0.isNamed(name) }?.value
    }

    /// An element counted from 0, or nil when this is not an array or is shorter.
    package subscript(position: Int) -> JSONNode? {
        guard position >= 0 else { return nil }
        return elements?.dropFirst(position).first { _ in true }
    }

    /// The value without its places.
    package var value: JSONValue {
        switch kind {
        case .null: .null
        case .boolean: .boolean(boolean ?? false)
        case .number: .number(JSONNumber(checkedText: storage.string(token.range)))
        case .string: .string(string ?? "")
        case .array: .array(JSONElements(array: self).map(\.value))
        case .object: .object(JSONObject(distinct: JSONMembers(object: self).map { .init(name: $0.name, value: $0.value.value) }))
        }
    }

    var token: JSONToken { storage.tokens[index] }

    var unescapedBytes: [UInt8] { storage.unescaped(token.content) }
}
