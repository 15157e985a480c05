import ArgumentParser
import JSONText

/// How questions about tokens come in: one, or one a line.
struct VerificationOptions: ParsableArguments {
    /// The end of each command's help.
    static let help = """
        Without --jsonl standard input is one question. Exits with 1 if the answer is false; after a batch, if a line was refused.
        """

    @Flag(help: "Read one question a line from standard input, and answer each on a line.")
    var jsonl = false

    /// Answers what is on standard input.
    func run(_ answer: (TokenQuestion) throws -> JSONValue) throws {
        if jsonl { return try LineBatch.run { line in try answer(TokenQuestion(line: line)) } }
        let text = try TextInput.read(nil, named: "the question")
        let terminal = Terminal()
        do {
            let value = try answer(TokenQuestion(line: LineMembers(Array(text.utf8))))
            terminal.result(value)
            if value["valid"]?.boolean != true { throw CommandFailure(.negative, []) }
        } catch let refusal as InputRefusal {
            terminal.result(refusal.json())
            throw CommandFailure(refusal.status, [])
        }
    }
}
