import ArgumentParser
import JSONText
import OneTimeCodes

/// `latchkey codes compose`.
struct CodesComposeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compose", abstract: "Write a message that binds a one-time code to a site.",
        discussion: """
            The text for people comes first, then an empty line, then the line for machines; nothing may follow it. The code should stand \
            in the text as well. Where the code is asked for by a frame of another site, name that site with --embedded; Apple's systems \
            read the mark percent, browsers read at.
            """)

    @Option(help: ArgumentHelp("The host of the site that people see.", valueName: "host"))
    var host: String

    @Option(help: ArgumentHelp("The code.", valueName: "code"))
    var code: String

    @Option(help: ArgumentHelp("The host of the frame that asks for the code.", valueName: "host"))
    var embedded: String?

    @Option(help: "How the embedded host is marked.")
    var mark = MarkName.percent

    @Argument(help: ArgumentHelp("The text for people; none if left out.", valueName: "text"))
    var text: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let bound = try Self.host(host, "--host")
        let frame = try embedded.map { try Self.host($0, "--embedded") }
        guard let composed = DomainBoundCode(code, for: bound, embeddedIn: frame) else {
            throw CommandFailure(
                .usage, "the code must have no spaces, and the hosts no characters beyond ASCII",
                hint: "write names beyond ASCII in their encoded form, with xn--")
        }
        let message = composed.message(text ?? "", mark: mark.mark)
        if output.json {
            Terminal().result(["message": .string(message)])
        } else {
            Terminal().result(message)
        }
    }

    private static func host(_ text: String, _ option: String) throws -> CodeHost {
        guard let host = CodeHost(text) else {
            throw CommandFailure(.usage, "\(option): not a host", hint: "write the name alone, without scheme, port and path")
        }
        return host
    }
}

/// The marks by their names on the command line.
enum MarkName: String, CaseIterable, ExpressibleByArgument {
    case percent, at

    fileprivate var mark: DomainBoundCode.EmbeddedMark {
        switch self {
        case .percent: .percent
        case .at: .at
        }
    }
}
