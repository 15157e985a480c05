import JSONText

/// Why one input is not answered, for people and for programs.
struct InputRefusal: Error {
    /// A stable name of the reason: words with hyphens, listed in docs/commands.md.
    let code: String

    /// The reason in one English sentence. It never holds a password.
    let message: String

    /// What to do about it, as a sentence, where there is something in particular.
    let remedy: String?

    /// Where in the UTF-8 bytes of the input the reason lies, where it lies in one place.
    let position: Int?

    /// What the command exits with, where this was its only input.
    let status: ExitStatus

    init(_ code: String, _ message: String, remedy: String? = nil, position: Int? = nil, status: ExitStatus = .usage) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.position = position
        self.status = status
    }

    /// The refusal as it answers an input; `line` is its number in a batch.
    func json(line: Int? = nil) -> JSONValue {
        var error = JSONObject([("code", .string(code)), ("message", .string(message))])
        error["line"] = line.map { .integer($0) }
        error["position"] = position.map { .integer($0) }
        return ["error": .object(error)]
    }
}
