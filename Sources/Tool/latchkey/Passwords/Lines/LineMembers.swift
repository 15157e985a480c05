import JSONText

/// The members of one line of a batch. Those that nobody asks for are passed over.
struct LineMembers {
    let root: JSONNode

    /// Reads a line. Refuses what is not one JSON object.
    init(_ line: [UInt8]) throws(InputRefusal) {
        do {
            root = try JSONText.parse(line, limits: JSONLimits(maximumBytes: LineBatch.lineLimit)).root
        } catch {
            throw InputRefusal("malformed-json", "Not JSON at character \(error.position.column): \(error.reason).")
        }
        guard root.kind == .object else {
            throw InputRefusal("wrong-type", "The line must be an object, not \(root.kind).")
        }
    }

    /// A required string.
    func string(_ name: String, default: String? = nil) throws(InputRefusal) -> String {
        guard let node = root[name] else {
            if let `default` { return `default` }
            throw InputRefusal("missing-member", "The member \(name) is required.")
        }
        guard let string = node.string else { throw wrongType(name, "a string", node) }
        return string
    }

    /// A whole number, or nil when the member is absent.
    func integer(_ name: String) throws(InputRefusal) -> Int? {
        guard let node = root[name] else { return nil }
        guard let number = node.number else { throw wrongType(name, "a number", node) }
        guard let integer = number.int else {
            throw InputRefusal("wrong-type", "The member \(name) must be a whole number that fits into 64 bits.")
        }
        return integer
    }

    private func wrongType(_ name: String, _ expected: String, _ node: JSONNode) -> InputRefusal {
        InputRefusal("wrong-type", "The member \(name) must be \(expected), not \(node.kind).")
    }
}
