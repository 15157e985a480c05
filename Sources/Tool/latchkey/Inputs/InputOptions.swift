import ArgumentParser
import JSONText

/// How inputs come in and answers go out.
struct InputOptions: ParsableArguments, ResultOptions {
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

extension [UInt8] {
    /// Removes the line end that closes a file or what a person typed.
    mutating func removeLineEnd() {
        if last == UInt8(ascii: "\n") { removeLast() }
        if last == UInt8(ascii: "\r") { removeLast() }
    }
}

/// One text for a command: its argument, or else standard input without the line end that closes it.
enum TextInput {
    /// The argument, or what standard input holds.
    ///
    /// - Parameters:
    ///   - argument: the argument; nil where it was left out.
    ///   - name: what is read, for a person who is asked to type it.
    /// - Throws: a ``CommandFailure`` for more than ``limit`` bytes and for what is not UTF-8.
    static func read(_ argument: String?, named name: String) throws -> String {
        if let argument { return argument }
        if StandardStream.isInputInteractive {
            Terminal().say("reading \(name) from standard input; end with a line end and control-D")
        }
        return try read(named: name)
    }

    /// What standard input holds. Otherwise as ``read(_:named:)``.
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

    /// The longest text in bytes; the rules library reads less.
    static let limit = 131_072
}
