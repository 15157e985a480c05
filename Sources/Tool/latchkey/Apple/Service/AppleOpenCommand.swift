import ArgumentParser

/// `latchkey apple open`.
struct AppleOpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Print an address that opens the pages of latchkey dev's emulator in a browser.",
        discussion: """
            The address works once, within ten minutes. Only the user who started `latchkey dev` can have one; an emulator of \
            `latchkey apple serve` needs none.
            """)

    @OptionGroup var options: AppleEmulatorOptions

    func run() async throws {
        try await NewAddress.print(at: options.base, json: options.json, startedBy: "latchkey dev")
    }
}
