import ArgumentParser
import JSONText

/// `latchkey apple native`.
struct AppleNativeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "native", abstract: "What Apple answers to an app on a device.", subcommands: [SignIn.self, State.self])

    struct SignIn: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-in", abstract: "Sign in on a simulated device.",
            discussion: "Prints the credential that the app is handed: one member a line.")

        @Argument(help: ArgumentHelp("The app's bundle identifier.", valueName: "bundle-id")) var client: String
        @Option(name: .customLong("as"), help: ArgumentHelp("The account of the device.", valueName: "account")) var account: String
        @Option(help: ArgumentHelp("Handed back in the credential.", valueName: "text")) var state: String?
        @Option(help: ArgumentHelp("What the token repeats.", valueName: "text")) var nonce: String?
        @Option(help: ArgumentHelp("What the app asks for, name or email; may be given twice.", valueName: "scope"))
        var scope: [String] = []
        @OptionGroup var choices: AppleChoiceOptions
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            let answer = try await emulator.ask(
                .post, "/native/sign-ins",
                adminBody([
                    ("client", .string(client)), ("account", .string(account)), ("state", state.map { .string($0) }),
                    ("nonce", nonce.map { .string($0) }), ("scopes", .array(scope.map { .string($0) })), ("choices", choices.body),
                ]))
            emulator.write(answer) {
                (answer?.object?.members ?? []).map { "\($0.name.padded(to: 19))\($0.value.string ?? $0.value.text())" }
            }
        }
    }

    struct State: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "state",
            abstract: "Print what an app is told of a user id that it kept: authorized, revoked, notFound or transferred.")

        @Argument(help: ArgumentHelp("The app's bundle identifier.", valueName: "bundle-id")) var client: String
        @Argument(help: "The user id.") var user: String
        @Option(name: .customLong("as"), help: ArgumentHelp("The account of the device.", valueName: "account")) var account:
            String?
        @OptionGroup var emulator: AppleEmulatorOptions

        func run() async throws {
            try await emulator.change(
                .post, "/native/credential-state",
                adminBody([("client", .string(client)), ("user", .string(user)), ("account", account.map { .string($0) })]),
                says: "state")
        }
    }
}
