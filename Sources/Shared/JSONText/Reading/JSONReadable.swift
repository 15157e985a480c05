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
