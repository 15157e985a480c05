import ArgumentParser

/// `latchkey fields`: what the fields of pages ask for.
struct FieldsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fields", abstract: "Say what the fields of a page ask for, as a password manager sees them.",
        subcommands: [FieldsClassifyCommand.self])
}
