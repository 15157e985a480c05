import ArgumentParser

/// `latchkey codes`: one-time codes in messages, and one-time passwords of authenticators.
struct CodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes", abstract: "Find and compose one-time codes in messages; make and check one-time passwords.",
        subcommands: [CodesParseCommand.self, CodesComposeCommand.self, CodesTOTPCommand.self, CodesHOTPCommand.self])
}
