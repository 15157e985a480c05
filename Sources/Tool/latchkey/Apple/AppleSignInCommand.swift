import ArgumentParser
import JSONText

struct AppleSignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Do a web sign-in as a person would, without a browser.",
        discussion: "Prints what a browser would carry to the return URL: one field a line.")

    @Argument(help: ArgumentHelp("The address that the app sends its users to.", valueName: "authorize-address")) var url: String
    @Option(name: .customLong("as"), help: ArgumentHelp("Whose account.", valueName: "account")) var account: String
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

/// What a person decides on the sheet.
struct AppleChoiceOptions: ParsableArguments {
    @Flag(help: "Hide the e-mail address.") var hideEmail = false
    @Option(help: ArgumentHelp("The first name to give.", valueName: "name")) var firstName: String?
    @Option(help: ArgumentHelp("The last name to give.", valueName: "name")) var lastName: String?

    /// The choices as the admin interface takes them.
    var body: JSONValue {
        adminBody([
            ("givenName", firstName.map { .string($0) }), ("familyName", lastName.map { .string($0) }),
            ("email", .string(hideEmail ? "hide" : "share")),
        ])
    }
}

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
