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
