import ArgumentParser

/// How inputs come in and answers go out.
struct InputOptions: ParsableArguments {
    @Flag(help: "Write the answer as one JSON document.")
    var json = false

    @Flag(help: "Read one JSON object a line from standard input, and answer each with one on a line.")
    var jsonl = false

    func validate() throws {
        if json && jsonl { throw ValidationError("--json and --jsonl exclude each other") }
    }

    /// Refuses an argument or option that a batch has no use for.
    func refuseWithLines(_ isGiven: Bool, _ name: String) throws {
        if jsonl && isGiven { throw ValidationError("with --jsonl the inputs are lines of standard input; leave out \(name)") }
    }

    /// Answers the one input; what is refused is said in the form asked for.
    ///
    /// - Parameter text: what positions of a refusal are positions of.
    func single(text: String, _ answer: () throws -> Void) throws {
        do {
            try answer()
        } catch let refusal as InputRefusal {
            let terminal = Terminal()
            if json {
                terminal.result(refusal.json())
            } else {
                terminal.say(refusal.message.spoken)
                if let position = refusal.position {
                    terminal.show(Excerpt(of: text, at: position..<position + 1).lines)
                }
                if let remedy = refusal.remedy { terminal.hint(remedy.spoken) }
            }
            throw CommandFailure(refusal.status, [])
        }
    }
}
