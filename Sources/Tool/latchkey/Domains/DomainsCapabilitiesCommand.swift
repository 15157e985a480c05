import ArgumentParser
import AssociatedDomains
import JSONText

/// `latchkey domains capabilities`.
struct DomainsCapabilitiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capabilities",
        abstract: "Say which capabilities an app identifier may use.",
        discussion: """
            The identifier of one app may use all of them; a wildcard, such as ABCDE12345.com.example.*, six, and neither associated domains nor \
            Sign in with Apple.

            With --json: {"appID","wildcard","capabilities":{capability: "allowed"|"refused"}}.

            Exits with 1 if a capability that was named is refused; with 2 for what is no identifier or no capability.
            """)

    @Argument(help: ArgumentHelp("The app identifier: the team, a dot and the bundle identifier.", valueName: "app"))
    var app: String

    @Argument(help: ArgumentHelp("The capabilities to ask about; all by default.", valueName: "capability"))
    var capabilities: [AppCapability] = []

    @OptionGroup var output: OutputOptions

    func run() throws {
        let identifier = try DomainsCheckCommand.app(app)
        let asked = capabilities.isEmpty ? AppCapability.allCases : capabilities
        let answers = asked.map { ($0.rawValue, identifier.mayUse($0) ? "allowed" : "refused") }
        if output.json {
            let members = Dictionary(answers, uniquingKeysWith: { first, _ in first }).sorted { $0.key < $1.key }
            Terminal().result(
                .object(
                    JSONObject([
                        ("appID", .string(identifier.description)), ("wildcard", .boolean(identifier.isWildcard)),
                        ("capabilities", .object(JSONObject(members.map { ($0.key, .string($0.value)) }))),
                    ])))
        } else {
            answers.forEach { Terminal().result("\($0.1)  \($0.0)") }
        }
        if !capabilities.allSatisfy(identifier.mayUse) { throw CommandFailure(.negative, []) }
    }
}
