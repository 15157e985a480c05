import ArgumentParser

/// `latchkey config`.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Look at a configuration without starting anything.",
        subcommands: [ConfigCheckCommand.self, ConfigShowCommand.self, ConfigKeysCommand.self])
}
