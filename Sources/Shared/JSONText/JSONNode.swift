/// A value of a parsed text, with its position.
///
/// A node is a view: creating it is cheap, it keeps the whole document alive, and it builds its string or number on request.
package struct JSONNode: Sendable {
    let storage: JSONStorage
    let index: Int

    /// The kind of this value.
    package var kind: JSONKind { token.kind }

    /// The start of the value; for a string, its opening quote. Computing it scans the text, so request it only for display.
    package var position: TextPosition { storage.position(at: sourceRange.lowerBound) }

    /// The bytes of the value in the text, including the quotes of a string.
    package var sourceRange: Range<Int> {
        kind == .string ? (token.range.lowerBound - 1)..<(token.range.upperBound + 1) : token.range
    }

    /// Whether this is `null`.
    package var isNull: Bool { kind == .null }

    /// The boolean, or nil for another kind.
    package var boolean: Bool? { kind == .boolean ? storage.bytes[Int(token.start)] == UInt8(ascii: "t") : nil }

    /// The number, or nil for another kind.
    package var number: JSONNumber? {
        kind == .number ? JSONNumber(checkedText: storage.string(token.range)) : nil
    }

    /// The unescaped string, or nil for another kind.
    package var string: String? {
        guard kind == .string else { return nil }
        return token.isEscaped ? String(decoding: unescapedBytes, as: UTF8.self) : storage.string(token.range)
    }

    /// The elements in order, or nil for another kind.
    package var elements: JSONElements? { kind == .array ? JSONElements(array: self) : nil }

    /// The members in the order of the text, or nil for another kind.
    package var members: JSONMembers? { kind == .object ? JSONMembers(object: self) : nil }

    /// Returns the value of a member, or nil if this is not an object or has no such member. Names are compared byte for byte.
    package subscript(name: String) -> JSONNode? {
        members?.first { $0.isNamed(name) }?.value
    }

    /// Returns the element at a position, counted from 0, or nil if this is not an array or is shorter.
    package subscript(position: Int) -> JSONNode? {
        guard position >= 0 else { return nil }
        return elements?.dropFirst(position).first { _ in true }
    }

    /// The value without its positions.
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

    /// The path from the root of the document to this value (RFC 6901). Computing it searches from the root, so request it only for
    /// display.
    package var pointer: JSONPointer {
        var pointer = JSONPointer.root
        var ancestor = JSONNode(storage: storage, index: 0)
        while ancestor.index != index {
            if let elements = ancestor.elements {
                guard let (position, child) = elements.enumerated().first(where: { $0.element.holds(index) }) else { break }
                (pointer, ancestor) = (pointer.appending(position), child)
            } else {
                guard let member = ancestor.members?.first(where: { $0.nameNode.index == index || $0.value.holds(index) }) else {
                    break
                }
                (pointer, ancestor) = (pointer.appending(member.name), member.value)
                if member.nameNode.index == index { break }
            }
        }
        return pointer
    }

    private func holds(_ other: Int) -> Bool { index <= other && other < Int(token.next) }
}

/// The elements of an array, in order.
package struct JSONElements: Sequence, Sendable {
    let array: JSONNode

    /// The number of elements. Computing it visits each one.
    package var count: Int { reduce(0) { count, _ in count + 1 } }

    /// Iterates over the elements from the first.
    package func makeIterator() -> Iterator { Iterator(array: array) }

    /// An iterator over the elements of an array.
    package struct Iterator: IteratorProtocol {
        private let storage: JSONStorage
        private let end: Int
        private var index: Int

        init(array: JSONNode) {
            storage = array.storage
            index = array.index + 1
            end = Int(array.token.next)
        }

        /// Returns the next element, or nil at the end.
        package mutating func next() -> JSONNode? {
            guard index < end else { return nil }
            defer { index = Int(storage.tokens[index].next) }
            return JSONNode(storage: storage, index: index)
        }
    }
}

/// The members of an object, in the order of the text.
package struct JSONMembers: Sequence, Sendable {
    let object: JSONNode

    /// Iterates over the members from the first.
    package func makeIterator() -> Iterator { Iterator(object: object) }

    /// A member: its name and its value, each with its position.
    package struct Member: Sendable {
        /// The name as a node, which is always a string. The member starts at its position.
        package let nameNode: JSONNode

        /// The value.
        package let value: JSONNode

        /// The unescaped name.
        package var name: String { nameNode.string ?? "" }

        /// Returns whether the unescaped name equals this one, byte for byte.
        package func isNamed(_ name: String) -> Bool {
            guard !nameNode.token.isEscaped else { return nameNode.unescapedBytes.elementsEqual(name.utf8) }
            let range = nameNode.token.range
            return range.count == name.utf8.count && nameNode.storage.bytes[range].elementsEqual(name.utf8)
        }

        /// Returns whether the unescaped name equals this one, byte for byte, so that a `switch` over a member compares its name without
        /// building a string.
        package static func ~= (name: StaticString, member: Member) -> Bool {
            let token = member.nameNode.token
            guard !token.isEscaped else { return member.isNamed("\(name)") }
            let content = member.nameNode.storage.bytes[token.range]
            return content.count == name.utf8CodeUnitCount && name.withUTF8Buffer { content.elementsEqual($0) }
        }
    }

    /// An iterator over the members of an object.
    package struct Iterator: IteratorProtocol {
        private let storage: JSONStorage
        private let end: Int
        private var index: Int

        init(object: JSONNode) {
            storage = object.storage
            index = object.index + 1
            end = Int(object.token.next)
        }

        /// Returns the next member, or nil at the end.
        package mutating func next() -> Member? {
            guard index < end else { return nil }
            let value = index + 1
            defer { index = Int(storage.tokens[value].next) }
            return Member(nameNode: JSONNode(storage: storage, index: index), value: JSONNode(storage: storage, index: value))
        }
    }
}

/// At most eight names of members and the kinds of their values, with which all members of an object are compared in one pass.
package struct JSONNames: Sendable {
    /// The names, their length and their first seven bytes as one number, and a bit for each kind.
    private let names: [(name: [UInt8], key: UInt64, kinds: UInt8)]

    /// - Parameter names: the names, at most eight, each with the kinds that its value may have.
    package init(_ names: some Sequence<(String, [JSONKind])>) {
        self.names = names.map { name, kinds in
            let bytes = Array(name.utf8)
            return (bytes, Self.key(bytes.span, 0..<bytes.count), kinds.reduce(0) { $0 | 1 << $1.rawValue })
        }
        precondition(self.names.count <= 8, "a presence has one bit for each of eight names")
    }

    private static func key(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
        var key = UInt64(min(range.count, 255))
        for offset in 0..<min(range.count, 7) { key = key << 8 | UInt64(bytes[range.lowerBound + offset]) }
        return key
    }

    /// Returns the position of a name.
    fileprivate func position(of range: Range<Int>, in bytes: Span<UInt8>) -> Int? {
        let key = Self.key(bytes, range)
        return names.firstIndex { known in
            known.key == key && range.count == known.name.count
                && (range.count <= 7 || (7..<range.count).allSatisfy { bytes[range.lowerBound + $0] == known.name[$0] })
        }
    }

    fileprivate func allows(_ kind: JSONKind, at position: Int) -> Bool { names[position].kinds & 1 << kind.rawValue != 0 }
}

/// The values of the members of an object that have known names. A value is found at once, however many members the object has.
package struct JSONKnownMembers: Sendable {
    private let storage: JSONStorage
    /// The position of each value in the document. Zero for a missing one: the first token is the root, which is no member's value.
    private var positions = SIMD8<UInt32>()

    /// Whether every member has one of the names and a value of its kinds.
    package private(set) var isExpected = true

    fileprivate init(of object: JSONNode, named names: JSONNames) {
        storage = object.storage
        guard object.kind == .object else { return }
        let (bytes, tokens) = (storage.bytes, storage.tokens)
        var index = object.index + 1
        let end = Int(object.token.next)
        while index < end {
            let (name, value) = (tokens[index], tokens[index + 1])
            let position: Int?
            if name.isEscaped {
                let text = name.content.unescaped(in: bytes.span)
                position = names.position(of: 0..<text.count, in: text.span)
            } else {
                position = names.position(of: name.range, in: bytes.span)
            }
            if let position { positions[position] = UInt32(index + 1) }
            isExpected = isExpected && position.map { names.allows(value.kind, at: $0) } ?? false
            index = Int(value.next)
        }
    }

    /// The value of a member, by the position of its name. Nil if the object has no such member.
    package subscript(position: Int) -> JSONNode? {
        positions[position] == 0 ? nil : JSONNode(storage: storage, index: Int(positions[position]))
    }

    /// One bit for each of the names that a member has, the first name's lowest.
    package var names: UInt8 { (0..<8).reduce(0) { positions[$1] == 0 ? $0 : $0 | 1 << $1 } }

    /// Adds the values of another object of the same document where this one has none.
    package mutating func fill(from other: JSONKnownMembers) {
        positions.replace(with: other.positions, where: positions .== 0)
    }
}

extension JSONNode {
    /// Returns the values of the members with these names. A value that is not an object has no members.
    package func members(named names: JSONNames) -> JSONKnownMembers { JSONKnownMembers(of: self, named: names) }
}

/// The six kinds of JSON value.
package enum JSONKind: UInt8, Sendable, CaseIterable, CustomStringConvertible {
    case null, boolean, number, string, array, object

    /// The kind with its article, for messages: `a string`, `an object`.
    package var description: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

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
