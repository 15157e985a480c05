import JSONText

/// The members of one line of a batch. Unknown members are ignored.
struct LineMembers {
    let root: JSONNode
    private let line: [UInt8]

    /// Parses a line. Rejects a line that is not one JSON object, or exceeds the limits.
    init(_ line: [UInt8], _ limits: JSONLimits = .line) throws(InputError) {
        self.line = line
        do {
            root = try JSONText.parse(line, limits: limits).root
        } catch {
            throw InputError("malformed-json", "Not JSON at character \(error.position.column): \(error.reason).")
        }
        guard root.kind == .object else {
            throw InputError("wrong-type", "The line must be an object, not \(root.kind).")
        }
    }

    /// Returns a required string.
    func string(_ name: String, default: String? = nil) throws(InputError) -> String {
        guard let string = try optionalString(name) ?? `default` else { throw missing(name) }
        return string
    }

    /// Returns a string, or nil if the member is absent.
    func optionalString(_ name: String) throws(InputError) -> String? {
        guard let node = root[name] else { return nil }
        guard let string = node.string else { throw wrongType(name, "a string", node) }
        return string
    }

    /// Returns the JSON text of a member: the member itself, or the content of the string that it is.
    func text(_ name: String) throws(InputError) -> [UInt8] {
        guard let node = root[name] else { throw missing(name) }
        return node.string.map { Array($0.utf8) } ?? Array(line[node.sourceRange])
    }

    /// Returns a whole number, or nil if the member is absent.
    func integer(_ name: String) throws(InputError) -> Int? {
        guard let node = root[name] else { return nil }
        guard let number = node.number else { throw wrongType(name, "a number", node) }
        guard let integer = number.int else {
            throw InputError("wrong-type", "The member \(name) must be a whole number that fits into 64 bits.")
        }
        return integer
    }

    private func missing(_ name: String) -> InputError { InputError("missing-member", "The member \(name) is required.") }

    private func wrongType(_ name: String, _ expected: String, _ node: JSONNode) -> InputError {
        InputError("wrong-type", "The member \(name) must be \(expected), not \(node.kind).")
    }
}
