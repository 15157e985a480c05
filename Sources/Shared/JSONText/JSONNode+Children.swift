/// The elements of an array, in order.
package struct JSONElements: Sequence, Sendable {
    let array: JSONNode

    /// Walks the elements from the first.
    package func makeIterator() -> Iterator { Iterator(array: array) }

    /// Walks the elements of an array.
    package struct Iterator: IteratorProtocol {
        private let storage: JSONStorage
        private let end: Int
        private var index: Int

        init(array: JSONNode) {
            storage = array.storage
            index = array.index + 1
            end = Int(array.token.next)
        }

        /// The next element, or nil at the end.
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

    /// Walks the members from the first.
    package func makeIterator() -> Iterator { Iterator(object: object) }

    /// One member: a name and its value, each with its place.
    package struct Member: Sendable {
        /// The name as a node: always a string. Its position is where the member begins.
        package let nameNode: JSONNode

        /// The value.
        package let value: JSONNode

        /// The name, unescaped.
        package var name: String { nameNode.string ?? "" }

        /// Whether the name is this one, byte for byte after unescaping.
        package func isNamed(_ name: String) -> Bool {
            guard !nameNode.token.isEscaped else { return nameNode.unescapedBytes.elementsEqual(name.utf8) }
            let range = nameNode.token.range
            return range.count == name.utf8.count && nameNode.storage.bytes[range].elementsEqual(name.utf8)
        }
    }

    /// Walks the members of an object.
    package struct Iterator: IteratorProtocol {
        private let storage: JSONStorage
        private let end: Int
        private var index: Int

        init(object: JSONNode) {
            storage = object.storage
            index = object.index + 1
            end = Int(object.token.next)
        }

        /// The next member, or nil at the end.
        package mutating func next() -> Member? {
            guard index < end else { return nil }
            let value = index + 1
            defer { index = Int(storage.tokens[value].next) }
            return Member(nameNode: JSONNode(storage: storage, index: index), value: JSONNode(storage: storage, index: value))
        }
    }
}

extension JSONNode {
    /// The path from the root of the document to this value (RFC 6901). Found by walking down, so ask only to show it.
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
