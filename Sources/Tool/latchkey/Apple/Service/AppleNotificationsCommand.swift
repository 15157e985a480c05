import ArgumentParser
import JSONText

/// `latchkey apple notifications`.
struct AppleNotificationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notifications", abstract: "What apps are told of their users' accounts.",
        subcommands: [List.self, Replay.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Print all notifications, and how far each is.")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.list(
                "/notifications", "notifications", "id", "kind", "audience", "progress", "attempts", "lastOutcome", "url")
        }
    }

    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay", abstract: "Post a notification again, with the same content.")
        @Argument(help: ArgumentHelp("Its number.", valueName: "number")) var id: Int
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.change(.post, "/notifications/\(id)/replay", .object(JSONObject()))
        }
    }
}
