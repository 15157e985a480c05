internal import JSONText

/// The JSON object of an answer, for reading members with the words of an ``AppleServiceError``.
struct AnswerObject {
    let node: JSONNode
    private let operation: AppleOperation

    init(_ body: [UInt8], to operation: AppleOperation) throws(AppleServiceError) {
        do {
            node = try JSONText.parse(body, limits: AppleAnswer.limits).root
        } catch {
            throw .malformed(operation, "it is not JSON (\(error.code.rawValue) at byte \(error.position.offset))")
        }
        guard node.kind == .object else { throw .malformed(operation, "it is \(node.kind)") }
        self.operation = operation
    }

    /// A string, or nil where the member is absent or `null`.
    func string(_ name: String) throws(AppleServiceError) -> String? {
        guard let member = node[name], !member.isNull else { return nil }
        guard let string = member.string else { throw .malformed(operation, "\(name) is \(member.kind)") }
        return string
    }

    /// A string that must be there.
    func required(_ name: String) throws(AppleServiceError) -> String {
        guard let string = try string(name) else { throw .malformed(operation, "\(name) is missing") }
        return string
    }

    /// A checked type from a member.
    func checked<Value>(_ name: String, _ text: String, _ make: (String) -> Value?) throws(AppleServiceError) -> Value {
        guard let value = make(text) else { throw .malformed(operation, "\(name) is empty, too long or not printable ASCII") }
        return value
    }
}
