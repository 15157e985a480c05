import ArgumentParser

/// `latchkey keychain`.
struct KeychainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keychain", abstract: "Read and write a device's keychain, as an app.",
        discussion: """
            The app is the one whose socket --device or LATCHKEY_DEVICE names; `latchkey device launch` opens it. The device asks whoever \
            it would ask for any app: answer with `latchkey device prompts`.
            """,
        subcommands: [
            KeychainListCommand.self, KeychainAddCommand.self, KeychainGetCommand.self, KeychainDeleteCommand.self,
        ])
}
