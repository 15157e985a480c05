/// Reads the members of an object by name, and remembers them, so that unknown members can be rejected.
///
/// `JSONNode.read(_:)` and `JSONNode.readObject(_:)` create the reader and reject unknown members. An optional member may be
/// missing but not `null`; use `optionalNode(_:)` to distinguish the two.
package struct JSONObjectReader {
    /// The path of this object in the document.
    package let pointer: JSONPointer

    private let members: [JSONMembers.Member]
    private var taken: [Bool]

    init(_ node: JSONNode, pointer: JSONPointer) throws(JSONReadingError) {
        guard let members = node.members else { throw .wrongType(.object, found: node, at: pointer) }
        self.pointer = pointer
        self.members = Array(members)
        taken = Array(repeating: false, count: self.members.count)
    }

    /// Reads a required string.
    package mutating func string(_ name: String) throws(JSONReadingError) -> String {
        try required(name, optionalString(name))
    }

    /// Reads a string, or nil if the member is missing.
    package mutating func optionalString(_ name: String) throws(JSONReadingError) -> String? {
        try take(name, .string) { $0.string }
    }

    /// Reads a required boolean.
    package mutating func boolean(_ name: String) throws(JSONReadingError) -> Bool {
        try required(name, optionalBoolean(name))
    }

    /// Reads a boolean, or nil if the member is missing.
    package mutating func optionalBoolean(_ name: String) throws(JSONReadingError) -> Bool? {
        try take(name, .boolean) { $0.boolean }
    }

    /// Reads a required whole number that fits into an `Int`.
    package mutating func integer(_ name: String) throws(JSONReadingError) -> Int {
        try required(name, optionalInteger(name))
    }

    /// Reads a whole number that fits into an `Int`, or nil if the member is missing. A fraction has the wrong type.
    package mutating func optionalInteger(_ name: String) throws(JSONReadingError) -> Int? {
        guard let number = try take(name, .number, { $0.number }) else { return nil }
        guard let integer = number.int else {
            throw JSONReadingError(
                code: .wrongType, pointer: pointer.appending(name), reason: "must be a whole number that fits into 64 bits")
        }
        return integer
    }

    /// Reads a required array of strings.
    package mutating func strings(_ name: String) throws(JSONReadingError) -> [String] {
        try required(name, optionalStrings(name))
    }

    /// Reads an array of strings, or nil if the member is missing.
    package mutating func optionalStrings(_ name: String) throws(JSONReadingError) -> [String]? {
        guard let elements = try take(name, .array, { $0.elements }) else { return nil }
        var strings: [String] = []
        for (position, element) in elements.enumerated() {
            guard let string = element.string else {
                throw .wrongType(.string, found: element, at: pointer.appending(name).appending(position))
            }
            strings.append(string)
        }
        return strings
    }

    /// Reads a required object of the given type.
    package mutating func object<Value: JSONReadable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(JSONReadingError) -> Value {
        try required(name, optionalObject(name, as: type))
    }

    /// Reads an object of the given type, or nil if the member is missing.
    package mutating func optionalObject<Value: JSONReadable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(JSONReadingError) -> Value? {
        guard let node = optionalNode(name) else { return nil }
        return try node.read(at: pointer.appending(name)) { object throws(JSONReadingError) in try Value(reading: &object) }
    }

    /// Reads a required array of objects of the given type.
    package mutating func objects<Value: JSONReadable>(
        _ name: String, of type: Value.Type = Value.self
    ) throws(JSONReadingError) -> [Value] {
        let elements = try required(name, take(name, .array) { $0.elements })
        var values: [Value] = []
        for (position, element) in elements.enumerated() {
            let path = pointer.appending(name).appending(position)
            values.append(try element.read(at: path) { object throws(JSONReadingError) in try Value(reading: &object) })
        }
        return values
    }

    /// Reads a required member of any kind.
    package mutating func node(_ name: String) throws(JSONReadingError) -> JSONNode {
        try required(name, optionalNode(name))
    }

    /// Reads a member of any kind, or nil if it is missing.
    package mutating func optionalNode(_ name: String) -> JSONNode? {
        guard let index = members.firstIndex(where: { $0.isNamed(name) }) else { return nil }
        taken[index] = true
        return members[index].value
    }

    /// Returns the error for a member of the right kind whose value the caller rejects.
    package func invalidValue(_ name: String, _ reason: String) -> JSONReadingError {
        JSONReadingError(code: .invalidValue, pointer: pointer.appending(name), reason: reason)
    }

    func rejectUnknownMembers() throws(JSONReadingError) {
        guard let index = taken.firstIndex(of: false) else { return }
        throw JSONReadingError(
            code: .unknownMember, pointer: pointer.appending(members[index].name), reason: "is not a known member of this object")
    }

    private mutating func take<Value>(
        _ name: String, _ kind: JSONKind, _ value: (JSONNode) -> Value?
    ) throws(JSONReadingError) -> Value? {
        guard let node = optionalNode(name) else { return nil }
        guard let value = value(node) else { throw .wrongType(kind, found: node, at: pointer.appending(name)) }
        return value
    }

    private func required<Value>(_ name: String, _ value: Value?) throws(JSONReadingError) -> Value {
        guard let value else {
            throw JSONReadingError(code: .missingMember, pointer: pointer.appending(name), reason: "is required")
        }
        return value
    }
}

extension JSONReadingError {
    static func wrongType(_ expected: JSONKind, found node: JSONNode, at pointer: JSONPointer) -> JSONReadingError {
        JSONReadingError(code: .wrongType, pointer: pointer, reason: "must be \(expected), not \(node.kind)")
    }
}

/// A type that is read from a JSON object, such as the body of a request.
///
///     struct SignInRequest: JSONReadable {
///         let username: String
///         let device: String?
///
///         init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
///             username = try object.string("username")
///             device = try object.optionalString("device")
///         }
///     }
///
///     let request = try document.root.read(SignInRequest.self)
package protocol JSONReadable {
    /// Reads the known members. Unknown members are rejected afterwards automatically.
    init(reading object: inout JSONObjectReader) throws(JSONReadingError)
}

extension JSONNode {
    /// Reads this value as an object of the given type.
    ///
    /// - Throws: `JSONReadingError` if this is not an object, or a member is missing, has the wrong type or is unknown.
    package func read<Value: JSONReadable>(_ type: Value.Type = Value.self) throws(JSONReadingError) -> Value {
        try read(at: .root) { object throws(JSONReadingError) in try Value(reading: &object) }
    }

    /// Reads this value as an object with a closure that reads the known members.
    ///
    /// - Throws: the errors of `read(_:)` and of the closure.
    package func readObject<Value>(
        _ body: (inout JSONObjectReader) throws(JSONReadingError) -> Value
    ) throws(JSONReadingError) -> Value {
        try read(at: .root, body)
    }

    func read<Value>(
        at pointer: JSONPointer, _ body: (inout JSONObjectReader) throws(JSONReadingError) -> Value
    ) throws(JSONReadingError) -> Value {
        var reader = try JSONObjectReader(self, pointer: pointer)
        let value = try body(&reader)
        try reader.rejectUnknownMembers()
        return value
    }
}

/// The reason why an object does not have the expected members.
package struct JSONReadingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error. The raw values are stable and may be exposed.
    package enum Code: String, Sendable, CaseIterable {
        /// A required member is missing.
        case missingMember = "missing-member"
        /// A member has a value of another kind. `null` is a separate kind.
        case wrongType = "wrong-type"
        /// A member is unknown.
        case unknownMember = "unknown-member"
        /// The value has the right kind but is rejected, such as a name outside an enumeration.
        case invalidValue = "invalid-value"
    }

    /// The kind of error.
    package let code: Code

    /// The path of the member; for a missing one, its expected path.
    package let pointer: JSONPointer

    /// The reason in words, without values.
    package let reason: String

    /// Creates an error. Usually the reader does this.
    package init(code: Code, pointer: JSONPointer, reason: String) {
        self.code = code
        self.pointer = pointer
        self.reason = reason
    }

    /// `pointer: reason`.
    package var description: String { "\(pointer.text.isEmpty ? "the document" : pointer.text): \(reason)" }
}
