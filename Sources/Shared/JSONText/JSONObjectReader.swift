/// Takes the members of one object by name, and remembers which, so that those left over can be refused.
///
/// A reader is handed out by `JSONNode.read(_:)` and `JSONNode.readObject(_:)`, which do the refusing. An optional member may be
/// absent but not `null`: a reader that wants to tell the two apart takes the member with `optionalNode(_:)`.
package struct JSONObjectReader {
    /// The path of this object within the document.
    package let pointer: JSONPointer

    private let members: [JSONMembers.Member]
    private var taken: [Bool]

    init(_ node: JSONNode, pointer: JSONPointer) throws(JSONReadingError) {
        guard let members = node.members else { throw .wrongType(.object, found: node, at: pointer) }
        self.pointer = pointer
        self.members = Array(members)
        taken = Array(repeating: false, count: self.members.count)
    }

    /// A required string.
    package mutating func string(_ name: String) throws(JSONReadingError) -> String {
        try required(name, optionalString(name))
    }

    /// A string, or nil when the member is absent.
    package mutating func optionalString(_ name: String) throws(JSONReadingError) -> String? {
        try take(name, .string) { $0.string }
    }

    /// A required boolean.
    package mutating func boolean(_ name: String) throws(JSONReadingError) -> Bool {
        try required(name, optionalBoolean(name))
    }

    /// A boolean, or nil when the member is absent.
    package mutating func optionalBoolean(_ name: String) throws(JSONReadingError) -> Bool? {
        try take(name, .boolean) { $0.boolean }
    }

    /// A required whole number that fits into an `Int`.
    package mutating func integer(_ name: String) throws(JSONReadingError) -> Int {
        try required(name, optionalInteger(name))
    }

    /// A whole number that fits into an `Int`, or nil when the member is absent. A fraction is the wrong type.
    package mutating func optionalInteger(_ name: String) throws(JSONReadingError) -> Int? {
        guard let number = try take(name, .number, { $0.number }) else { return nil }
        guard let integer = number.int else {
            throw JSONReadingError(
                code: .wrongType, pointer: pointer.appending(name), reason: "must be a whole number that fits into 64 bits")
        }
        return integer
    }

    /// A required array of strings.
    package mutating func strings(_ name: String) throws(JSONReadingError) -> [String] {
        try required(name, optionalStrings(name))
    }

    /// An array of strings, or nil when the member is absent.
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

    /// A required object of the given type.
    package mutating func object<Value: JSONReadable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(JSONReadingError) -> Value {
        try required(name, optionalObject(name, as: type))
    }

    /// An object of the given type, or nil when the member is absent.
    package mutating func optionalObject<Value: JSONReadable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(JSONReadingError) -> Value? {
        guard let node = optionalNode(name) else { return nil }
        return try node.read(at: pointer.appending(name)) { object throws(JSONReadingError) in try Value(reading: &object) }
    }

    /// A required array of objects of the given type.
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

    /// A required member whatever its kind.
    package mutating func node(_ name: String) throws(JSONReadingError) -> JSONNode {
        try required(name, optionalNode(name))
    }

    /// A member whatever its kind, or nil when it is absent.
    package mutating func optionalNode(_ name: String) -> JSONNode? {
        guard let index = members.firstIndex(where: { $0.isNamed(name) }) else { return nil }
        taken[index] = true
        return members[index].value
    }

    /// The error for a member of the right kind whose value the caller does not take.
    package func invalidValue(_ name: String, _ reason: String) -> JSONReadingError {
        JSONReadingError(code: .invalidValue, pointer: pointer.appending(name), reason: reason)
    }

    func refuseUnknownMembers() throws(JSONReadingError) {
        guard let index = taken.firstIndex(of: false) else { return }
        throw JSONReadingError(
            code: .unknownMember, pointer: pointer.appending(members[index].name), reason: "is not a member of this object")
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
    /// Takes the members that the type knows. Members left over are refused afterwards, without its doing.
    init(reading object: inout JSONObjectReader) throws(JSONReadingError)
}

extension JSONNode {
    /// Reads this value as an object of the given type.
    ///
    /// - Throws: `JSONReadingError` when this is not an object, a member is missing or of the wrong type, or one is left over.
    package func read<Value: JSONReadable>(_ type: Value.Type = Value.self) throws(JSONReadingError) -> Value {
        try read(at: .root) { object throws(JSONReadingError) in try Value(reading: &object) }
    }

    /// Reads this value as an object by a closure that takes the members it knows.
    ///
    /// - Throws: as `read(_:)`, and whatever the closure throws.
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
        try reader.refuseUnknownMembers()
        return value
    }
}

/// Why an object is not what its reader expected.
package struct JSONReadingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem. The raw values are stable and may be shown to the outside.
    package enum Code: String, Sendable, CaseIterable {
        /// A required member is not there.
        case missingMember = "missing-member"
        /// A member is there with a value of another kind; `null` counts as a kind of its own.
        case wrongType = "wrong-type"
        /// A member that nobody asked for.
        case unknownMember = "unknown-member"
        /// A value of the right kind that the reader does not take, such as a name outside of a closed set.
        case invalidValue = "invalid-value"
    }

    /// The kind of problem.
    package let code: Code

    /// The path of the offending member; of a missing one, where it should stand.
    package let pointer: JSONPointer

    /// What is wrong, in words. Quotes no value.
    package let reason: String

    /// An error; readers make most of them.
    package init(code: Code, pointer: JSONPointer, reason: String) {
        self.code = code
        self.pointer = pointer
        self.reason = reason
    }

    /// `pointer: reason`.
    package var description: String { "\(pointer.text.isEmpty ? "the document" : pointer.text): \(reason)" }
}
