import AssociatedDomains
import JSONText

/// A batch over association files: as ``LineBatch``, with lines that hold whole files.
enum AssociationLines {
    /// The longest line in bytes: the largest file as a string, every byte of it escaped as it is in practice, and room.
    static let limit = 4 * AssociationFile.maximumBytes

    /// Answers all of standard input.
    ///
    /// - Throws: a ``CommandFailure`` without words at the end, where a line was refused; whatever else `answer` throws, at once.
    static func run(_ answer: (AssociationLine) throws -> JSONValue) throws {
        var input = LineInput(limit: limit)
        var output = LineOutput()
        var hasRefused = false
        while true {
            if let line = input.next() {
                do {
                    guard let bytes = line.bytes else {
                        throw InputRefusal("line-too-long", "The line is longer than \(limit) bytes.")
                    }
                    output.write(try answer(try AssociationLine(bytes)))
                } catch let refusal as InputRefusal {
                    output.write(refusal.json(line: line.number))
                    hasRefused = true
                }
                try output.flushIfFull()
            } else if input.isAtEnd {
                break
            } else {
                try output.flush()
                try input.fill()
            }
        }
        try output.flush()
        if hasRefused { throw CommandFailure(.negative, []) }
    }
}

/// One line of a batch. Members that nobody asks for are passed over.
struct AssociationLine {
    private let line: [UInt8]
    private let root: JSONNode

    /// Reads a line. Refuses what is not one JSON object.
    init(_ line: [UInt8]) throws(InputRefusal) {
        self.line = line
        do {
            let limits = JSONLimits(
                maximumBytes: AssociationLines.limit, maximumDepth: AssociationFile.maximumDepth + Self.ownDepth)
            root = try JSONText.parse(line, limits: limits).root
        } catch {
            throw InputRefusal("malformed-json", "Not JSON at character \(error.position.column): \(error.reason).")
        }
        guard root.kind == .object else {
            throw InputRefusal("wrong-type", "The line must be an object, not \(root.kind).")
        }
    }

    /// A string, or nil when the member is absent.
    func optionalString(_ name: String) throws(InputRefusal) -> String? {
        guard let node = root[name] else { return nil }
        guard let string = node.string else {
            throw InputRefusal("wrong-type", "The member \(name) must be a string, not \(node.kind).")
        }
        return string
    }

    /// A required string.
    func string(_ name: String) throws(InputRefusal) -> String {
        guard let string = try optionalString(name) else {
            throw InputRefusal("missing-member", "The member \(name) is required.")
        }
        return string
    }

    /// The JSON that a member is, or that the string holds which it is.
    func text(_ name: String) throws(InputRefusal) -> [UInt8] {
        guard let node = root[name] else { throw InputRefusal("missing-member", "The member \(name) is required.") }
        return node.string.map { Array($0.utf8) } ?? Array(line[node.sourceRange])
    }

    /// The level of the line itself.
    private static let ownDepth = 1
}
