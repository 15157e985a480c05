import ArgumentParser
import JSONText

/// `latchkey apple consents`.
struct AppleConsentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consents", abstract: "Who uses which app, and with which address.",
        subcommands: [List.self, Revoke.self, Forward.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Print all consents.")
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.list("/consents", "consents", "account", "primary", "subject", "address", "forwards")
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Stop using an app, as the person would; the app is notified.")
        @Argument(help: "The account.") var account: String
        @Argument(help: "The primary App ID.") var app: String
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.change(.delete, "/accounts/\(account.pathSegment)/consents/\(app.pathSegment)")
        }
    }

    struct Forward: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "forward", abstract: "Turn forwarding from a relay address on or off; the app is notified.")
        @Argument(help: "The account.") var account: String
        @Argument(help: "The primary App ID.") var app: String
        @Flag(inversion: .prefixedNo, help: "Whether mail is forwarded.") var on = true
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.change(
                .put, "/accounts/\(account.pathSegment)/consents/\(app.pathSegment)/forwarding",
                adminBody([("forwards", .boolean(on))]))
        }
    }
}
