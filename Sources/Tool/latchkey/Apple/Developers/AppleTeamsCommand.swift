import ArgumentParser
import JSONText

/// `latchkey apple teams`.
struct AppleTeamsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "teams", abstract: "The developer teams.", subcommands: [List.self, Add.self, AllowSender.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Print all teams.")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws { try await emulator.list("/teams", "teams", "id", "kind", "name", "emailSources") }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Enrol a team.")
        @Argument(help: "Its name.") var name: String
        @Option(help: ArgumentHelp("Its Team ID; made up when left out.", valueName: "team-id")) var id: String?
        @Flag(help: "One person rather than an organization: fewer websites.") var individual = false
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            let body = adminBody([
                ("id", id.map { .string($0) }), ("name", .string(name)), ("kind", individual ? "individual" : nil),
            ])
            try await emulator.change(.post, "/teams", body, says: "id")
        }
    }

    struct AllowSender: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "allow-sender", abstract: "Let a domain or address write to the team's relay addresses.")
        @Argument(help: "The Team ID.") var team: String
        @Argument(help: "The domain or address.") var source: String
        @Flag(help: "Take the right away again.") var remove = false
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            let path = "/teams/\(team.pathSegment)/email-sources"
            if remove {
                try await emulator.change(.delete, path + "/" + source.pathSegment)
            } else {
                try await emulator.change(.post, path, adminBody([("source", .string(source))]))
            }
        }
    }
}
