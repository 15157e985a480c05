import ArgumentParser
import JSONText

/// `latchkey apple sign-in`.
struct AppleSignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Do a web sign-in as a person would, without a browser.",
        discussion: "Prints what a browser would carry to the return URL: one field a line.")

    @Argument(help: ArgumentHelp("The address that the app sends its users to.", valueName: "authorize-address")) var url: String
    @Option(name: .customLong("as"), help: ArgumentHelp("Whose account.", valueName: "account")) var account: String
    @Flag(help: "Hide the e-mail address.") var hideEmail = false
    @Option(help: ArgumentHelp("The first name to give.", valueName: "name")) var firstName: String?
    @Option(help: ArgumentHelp("The last name to give.", valueName: "name")) var lastName: String?
    @Flag(help: "Cancel instead.") var cancel = false
    @OptionGroup var emulator: AppleEmulatorOptions

    func run() async throws {
        let choices = adminBody([
            ("givenName", firstName.map { .string($0) }), ("familyName", lastName.map { .string($0) }),
            ("email", .string(hideEmail ? "hide" : "share")),
        ])
        let answer = try await emulator.ask(
            .post, "/sign-ins",
            adminBody([
                ("url", .string(url)), ("account", .string(account)), ("choices", choices), ("cancels", cancel ? true : nil),
            ]))
        emulator.write(answer) {
            (answer?["fields"]?.object?.members ?? []).map { "\($0.name.padded(to: 10))\($0.value.string ?? "")" }
        }
    }
}
