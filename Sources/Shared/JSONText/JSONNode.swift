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
