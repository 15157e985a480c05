import ArgumentParser
import Foundation
import JSONText
import OneTimeCodes

/// `latchkey codes parse`.
struct CodesParseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse", abstract: "Find the one-time code of a message, as a device does that offers it above the keyboard.",
        discussion: """
            A code that the last line binds to a site (@example.com #123456) comes before one that the text is about.

            Lines for --jsonl: {"message"}; answers: {"code","domain","embeddedDomain"}, where a code in free text has no domain, and \
            {"code":null} where there is none.

            Exits with 1 if the message holds no code; after a batch, if a line was refused.
            """)

    @Argument(help: ArgumentHelp("The message; standard input if left out.", valueName: "message"))
    var message: String?

    @OptionGroup var options: InputOptions

    func validate() throws {
        try options.refuseWithLines(message != nil, "the argument")
    }

    func run() throws {
        if options.jsonl { return try LineBatch.run { line in Self.json(Self.code(in: try line.string("message"))) } }
        let code = Self.code(in: try TextInput.read(message, named: "the message"))
        if options.json {
            Terminal().result(Self.json(code))
        } else if let code {
            Terminal().result("code      " + code.code.harmless)
            if let binding = code.binding {
                Terminal().result("domain    " + binding.host.text.harmless)
                if let embedded = binding.embeddedHost { Terminal().result("embedded  " + embedded.text.harmless) }
            }
        } else {
            Terminal().say("the message holds no code")
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
