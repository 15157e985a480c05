import ArgumentParser
import Foundation
import JSONText
import OneTimeCodes

/// `latchkey codes`: one-time codes in messages, and one-time passwords of authenticators.
struct CodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes", abstract: "Find and write one-time codes in messages; generate and check one-time passwords.",
        subcommands: [CodesParseCommand.self, CodesComposeCommand.self, CodesTOTPCommand.self, CodesHOTPCommand.self])
}

struct CodesParseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse", abstract: "Find the one-time code that a keyboard would offer in a message.",
        discussion: """
            A code that the last line binds to a site (@example.com #123456) precedes a code in the text.

            Lines for --jsonl: {"message"}; results: {"code","domain","embeddedDomain"}, where a code in free text has no domain, and \
            {"code":null} without a code.

            Exits with 1 if the message contains no code; after a batch, if a line was rejected.
            """,
        example: "latchkey codes parse 'Your code is 123456'")

    @Argument(help: ArgumentHelp("The message; standard input if omitted.", valueName: "message"))
    var message: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.rejectWithLines(message != nil, "the argument")
    }

    func run() throws {
        if options.jsonl { return try LineBatch.run { line in Self.json(Self.code(in: try line.string("message"))) } }
        let code = Self.code(in: try TextInput.read(message, named: "the message"))
        if options.json {
            Terminal().result(Self.json(code))
        } else if let code {
            Terminal().result("code      " + code.code.sanitized)
            if let binding = code.binding {
                Terminal().result("domain    " + binding.host.text.sanitized)
                if let embedded = binding.embeddedHost { Terminal().result("embedded  " + embedded.text.sanitized) }
            }
        } else {
            Terminal().say("the message contains no code")
        }
        if code == nil { throw CommandFailure(.negative, []) }
    }

    private static func code(in message: String) -> ReceivedCode? { ReceivedCode(message: message, receivedAt: Date()) }

    private static func json(_ code: ReceivedCode?) -> JSONValue {
        guard let code else { return ["code": .null] }
        var object = JSONObject([("code", .string(code.code))])
        object["domain"] = code.binding.map { .string($0.host.text) }
        object["embeddedDomain"] = code.binding?.embeddedHost.map { .string($0.text) }
        return .object(object)
    }
}

struct CodesComposeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compose", abstract: "Write a message that binds a one-time code to a site.",
        discussion: """
            The message has the text for the user, an empty line, and a last line for programs. The text should contain the code too. \
            If a frame of another site requests the code, name that site with --embedded. Apple's systems accept the mark percent, \
            browsers accept at.
            """,
        example: "latchkey codes compose --host example.com --code 123456 'Your code: 123456'")

    @Option(help: ArgumentHelp("The host of the site in the address bar.", valueName: "host"))
    var host: String

    @Option(help: ArgumentHelp("The code.", valueName: "code"))
    var code: String

    @Option(help: ArgumentHelp("The host of the frame that asks for the code.", valueName: "host"))
    var embedded: String?

    @Option(help: "The mark of the embedded host.")
    var mark = MarkName.percent

    @Argument(help: ArgumentHelp("The text for the user; empty if omitted.", valueName: "text"))
    var text: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let bound = try Self.host(host, "--host")
        let frame = try embedded.map { try Self.host($0, "--embedded") }
        guard let composed = DomainBoundCode(code, for: bound, embeddedIn: frame) else {
            throw CommandFailure(
                .usage, "the code contains a space, or a host a character outside ASCII",
                hint: "write international names in their encoded form, with xn--")
        }
        let message = composed.message(text ?? "", mark: mark.mark)
        output.write(["message": .string(message)], line: message)
    }

    private static func host(_ text: String, _ option: String) throws -> CodeHost {
        guard let host = CodeHost(text) else {
            throw CommandFailure(.usage, "\(option): not a host", hint: "give the name alone, without scheme, port and path")
        }
        return host
    }
}

/// The marks of an embedded host, by their names on the command line.
enum MarkName: String, CaseIterable, ExpressibleByArgument {
    case percent, at

    fileprivate var mark: DomainBoundCode.EmbeddedMark {
        switch self {
        case .percent: .percent
        case .at: .at
        }
    }
}
