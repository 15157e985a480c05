import ArgumentParser

/// `latchkey apple log`.
struct AppleLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Print the requests that the emulator answered, the oldest first.")

    @Option(help: ArgumentHelp("Only requests after this number.", valueName: "number")) var after = 0
    @Flag(help: "Forget them instead.") var clear = false
    @OptionGroup var emulator: AppleEmulatorOptions

    func run() async throws {
        if clear {
            try await emulator.change(.delete, "/log")
        } else {
            try await emulator.list("/log?after=\(after)", "requests", "id", "at", "endpoint", "status", "error", "explanation")
        }
    }
}
