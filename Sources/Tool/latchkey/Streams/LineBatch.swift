import JSONText

/// A batch: one JSON object a line in, one a line out, in the same order, whatever becomes of each.
///
/// Memory does not grow with the number of lines. What was answered is passed on before waiting for more input, so that another
/// program may ask line by line.
enum LineBatch {
    /// Answers all of standard input with the values that `answer` makes of its lines. Otherwise as ``run(_:writing:)``.
    static func run(_ limits: JSONLimits = .line, _ answer: (LineMembers) throws -> JSONValue) throws {
        try run(limits) { members, output in output.write(try answer(members)) }
    }

    /// Answers all of standard input.
    ///
    /// - Parameters:
    ///   - limits: of each line; a longer one is passed over, and answered with a refusal.
    ///   - write: writes the answer to one line, or throws an ``InputRefusal`` before writing anything; then the line is answered with the
    ///     refusal.
    /// - Throws: a ``CommandFailure`` without words at the end, where a line was refused; whatever else `write` throws, at once.
    static func run(_ limits: JSONLimits = .line, writing write: (LineMembers, inout LineOutput) throws -> Void) throws {
        var input = LineInput(limit: limits.maximumBytes)
        var output = LineOutput()
        var hasRefused = false
        while true {
            if let line = input.next() {
                do {
                    guard let bytes = line.bytes else {
                        throw InputRefusal("line-too-long", "The line is longer than \(limits.maximumBytes) bytes.")
                    }
                    try write(try LineMembers(bytes, limits), &output)
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

extension JSONLimits {
    /// A line is what somebody typed or recorded: rules or a password at their longest, every byte of them escaped, and room. A password
    /// may be any scalars.
    static let line = JSONLimits(maximumBytes: 524_288, noncharacters: .taken)
}
