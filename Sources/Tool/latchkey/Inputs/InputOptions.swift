import ArgumentParser
import JSONText

/// The forms of inputs and results.
struct InputOptions: ParsableArguments, ResultOptions {
    @Flag(help: "Write the result as one JSON document.")
    var json = false

    @Flag(help: "Read one JSON object a line from standard input, and write one result a line.")
    var jsonl = false

    func validate() throws {
        if json && jsonl { throw ValidationError("--json and --jsonl exclude each other") }
    }

    /// Rejects an argument or option that does not apply to a batch.
    func rejectWithLines(_ isGiven: Bool, _ name: String) throws {
        if jsonl && isGiven { throw ValidationError("with --jsonl the inputs are lines of standard input; omit \(name)") }
    }

    /// Processes the only input, and reports a rejection in the requested form.
    ///
    /// - Parameter text: the text that the position of a rejection refers to.
    func single(text: String, _ answer: () throws -> Void) throws {
        do {
            try answer()
        } catch let rejection as InputError {
            let terminal = Terminal()
            if json {
                terminal.result(rejection.json())
            } else {
                terminal.say(rejection.message.asMessage)
                if let position = rejection.position {
                    terminal.show(Excerpt(of: text, at: position..<position + 1).lines)
                }
                if let remedy = rejection.remedy { terminal.hint(remedy.asMessage) }
            }
            throw CommandFailure(rejection.status, [])
        }
    }
}

/// The reason why an input is rejected: a code for programs, and a message for users.
struct InputError: Error {
    /// A stable name of the reason: words with hyphens, listed in docs/commands.md.
    let code: String

    /// The reason as one English sentence. It never contains a password.
    let message: String

    /// The remedy, as a sentence; nil if there is no specific remedy.
    let remedy: String?

    /// The position in the UTF-8 bytes of the input; nil if the reason concerns all of it.
    let position: Int?

    /// The exit code if this was the only input.
    let status: ExitStatus

    init(_ code: String, _ message: String, remedy: String? = nil, position: Int? = nil, status: ExitStatus = .usage) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.position = position
        self.status = status
    }

    /// Returns the rejection as the result of an input; `line` is its number in a batch.
    func json(line: Int? = nil) -> JSONValue {
        var error = JSONObject([("code", .string(code)), ("message", .string(message))])
        error["line"] = line.map { .integer($0) }
        error["position"] = position.map { .integer($0) }
        return ["error": .object(error)]
    }
}

extension [UInt8] {
    /// Removes the final line end of a file or of typed text.
    mutating func removeLineEnd() {
        if last == UInt8(ascii: "\n") { removeLast() }
        if last == UInt8(ascii: "\r") { removeLast() }
    }
}

/// A text for a command: its argument, or standard input without the final line end.
enum TextInput {
    /// Returns the argument, or the content of standard input if it is nil.
    ///
    /// - Parameters:
    ///   - argument: the argument; nil if it was omitted.
    ///   - name: the name of the text in messages.
    /// - Throws: a ``CommandFailure`` if the text is longer than ``limit`` bytes or not UTF-8.
    static func read(_ argument: String?, named name: String) throws -> String {
        if let argument { return argument }
        if StandardStream.isInputInteractive {
            Terminal().say("reading \(name) from standard input; end with a line end and control-D")
        }
        return try read(named: name)
    }

    /// Returns the content of standard input. Throws the errors of ``read(_:named:)``.
    static func read(named name: String) throws -> String {
        guard var bytes = try StandardStream.readAll(limit: limit) else {
            throw CommandFailure(.usage, "\(name) on standard input: more than \(limit) bytes")
        }
        bytes.removeLineEnd()
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.usage, "\(name) on standard input: not UTF-8")
        }
        return text
    }

    /// The maximum length in bytes; the rules library accepts less.
    static let limit = 131_072
}
