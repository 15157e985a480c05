import ArgumentParser
import JSONText

/// `latchkey apple transfer`.
struct AppleTransferCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer", abstract: "Move an app with its group to another team.")

    @Argument(help: ArgumentHelp("The primary App ID.", valueName: "app-id")) var app: String
    @Option(help: ArgumentHelp("The team that receives it.", valueName: "team-id")) var to: String
    @OptionGroup var emulator: AppleEmulatorOptions

    func run() async throws {
        try await emulator.change(
            .post, "/transfers", adminBody([("primary", .string(app)), ("to", .string(to))]), says: "primary", "from", "to", "at")
    }
}
