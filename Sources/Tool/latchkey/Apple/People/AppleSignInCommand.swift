import ArgumentParser
import JSONText

/// `latchkey apple sign-in`.
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
