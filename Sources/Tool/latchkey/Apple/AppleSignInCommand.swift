import ArgumentParser
import JSONText

struct AppleSignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Sign in on the web as a user would, without a browser.",
        discussion: "Prints the fields that a browser would send to the return URL, one a line.",
        example: "latchkey apple sign-in AUTHORIZE-ADDRESS --as anna")

    @Argument(help: ArgumentHelp("The address to which the app sends its users.", valueName: "authorize-address")) var url: String
    @Option(name: .customLong("as"), help: ArgumentHelp("The account that signs in.", valueName: "account")) var account: String
    @OptionGroup var choices: AppleChoiceOptions
    @Flag(help: "Cancel instead.") var cancel = false
    @OptionGroup var emulator: AppleEmulatorOptions

    func run() async throws {
        let answer = try await emulator.ask(
            .post, "/sign-ins",
            adminBody([
                ("url", .string(url)), ("account", .string(account)), ("choices", choices.body), ("cancels", cancel ? true : nil),
            ]))
        emulator.write(answer) {
            (answer?["fields"]?.object?.members ?? []).map { "\($0.name.padded(to: 10))\($0.value.string ?? "")" }
        }
    }
}

struct AppleNativeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "native", abstract: "Request Apple's responses to an app on a device.", subcommands: [SignIn.self, State.self])

    struct SignIn: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sign-in", abstract: "Sign in on a simulated device.",
            discussion: "Prints the credential that the app receives, one member a line.",
            example: "latchkey apple native sign-in com.example.app --as anna --scope email")

        @Argument(help: ArgumentHelp("The app's bundle identifier.", valueName: "bundle-id")) var client: String
        @Option(name: .customLong("as"), help: ArgumentHelp("The account of the device.", valueName: "account")) var account: String
        @Option(help: ArgumentHelp("The state to return in the credential.", valueName: "text")) var state: String?
        @Option(help: ArgumentHelp("The nonce for the token.", valueName: "text")) var nonce: String?
        @Option(help: ArgumentHelp("A requested scope, name or email; may be repeated.", valueName: "scope"))
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
            abstract: "Print the credential state of a user ID: authorized, revoked, notFound or transferred.",
            example: "latchkey apple native state com.example.app USER-ID")

        @Argument(help: ArgumentHelp("The app's bundle identifier.", valueName: "bundle-id")) var client: String
        @Argument(help: "The user ID.") var user: String
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

/// The user's choices on the sheet.
struct AppleChoiceOptions: ParsableArguments {
    @Flag(help: "Hide the e-mail address.") var hideEmail = false
    @Option(help: ArgumentHelp("The first name to share.", valueName: "name")) var firstName: String?
    @Option(help: ArgumentHelp("The last name to share.", valueName: "name")) var lastName: String?

    /// The choices in the JSON of the admin interface.
    var body: JSONValue {
        adminBody([
            ("givenName", firstName.map { .string($0) }), ("familyName", lastName.map { .string($0) }),
            ("email", .string(hideEmail ? "hide" : "share")),
        ])
    }
}

struct AppleOpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Print an address that opens the emulator of `latchkey dev` in a browser.",
        discussion: """
            The address works once, within ten minutes. It is available only to the user who started `latchkey dev`; an emulator of \
            `latchkey apple serve` requires no such address.
            """,
        example: "latchkey apple open")

    @OptionGroup var options: AppleEmulatorOptions

    func run() async throws {
        try await NewAddress.print(at: options.base(), json: options.json, startedBy: "latchkey dev")
    }
}
