import ArgumentParser
import DeviceSimulator
import JSONText

/// `latchkey phone`.
struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone", abstract: "Use a simulated phone of latchkey dev from the terminal, or from a script.",
        discussion: """
            Each command prints what the phone shows afterwards, or with --json the same as JSON. `tap` waits until what is to be tapped \
            is there.
            """,
        subcommands: [
            PhoneShowCommand.self, PhoneTapCommand.self, PhoneTypeCommand.self, PhoneDoCommand.self, PhoneMessageCommand.self,
            PhoneTimeCommand.self, PhoneNetworkCommand.self, PhonePasswordsCommand.self, PhoneOpenCommand.self,
        ])
}

struct PhoneShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Print what the phone shows.")

    @OptionGroup var options: PhoneOptions

    func run() async throws {
        try await options.show(options.ask())
    }
}

struct PhoneTapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Tap what bears a title: a button, a field, an icon, a suggestion.")

    @OptionGroup var options: PhoneOptions

    @Argument(help: "What stands on it.")
    var title: String

    func run() async throws {
        try await options.show(options.ask("taps", .object(JSONObject([("title", .string(title))]))))
    }
}

struct PhoneTypeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "type", abstract: "Put a text into a field of the app, in the place of what is there.")

    @OptionGroup var options: PhoneOptions

    @Argument(help: ArgumentHelp("The field, by its name in the app.", valueName: "field"))
    var field: String

    @Argument(help: "The text.")
    var text: String

    func run() async throws {
        _ = try await options.ask("actions", PhoneWords.focus(field))
        try await options.show(options.ask("actions", PhoneWords.type(text, into: field)))
    }
}

struct PhoneDoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "do", abstract: "Do one thing with the phone.",
        discussion: "What there is to do:\n" + PhoneWords.help + "\nor an action as the HTTP API takes it, in JSON.")

    @OptionGroup var options: PhoneOptions

    @Argument(help: "What to do.")
    var words: [String]

    func run() async throws {
        let sheet = try await options.view(options.ask()).sheet
        guard let action = PhoneWords.action(words, sheet: sheet?.number) else {
            throw CommandFailure(
                .usage, "a phone does not know “\(words.joined(separator: " "))”",
                hint: "latchkey help phone do lists what it knows")
        }
        try await options.show(options.ask("actions", action))
    }
}

struct PhoneMessageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "message", abstract: "Send a message to the phone.")

    @OptionGroup var options: PhoneOptions

    @Option(help: ArgumentHelp("Who sends it.", valueName: "sender"))
    var from = "+1 555 0100"

    @Argument(help: "What it says.")
    var text: String

    func run() async throws {
        try await options.show(options.ask("messages", .object(JSONObject([("sender", .string(from)), ("text", .string(text))]))))
    }
}

struct PhoneTimeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "time", abstract: "Let time pass on the phone.")

    @OptionGroup var options: PhoneOptions

    @Argument(help: "How many seconds.")
    var seconds: Int

    func run() async throws {
        try await options.show(options.ask("time", .object(JSONObject([("seconds", .integer(seconds))]))))
    }
}

struct PhoneNetworkCommand: AsyncParsableCommand {
    enum State: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    static let configuration = CommandConfiguration(
        commandName: "network", abstract: "Take the phone's network away, or give it back.")

    @OptionGroup var options: PhoneOptions

    @Argument(help: "on or off.")
    var state: State

    func run() async throws {
        try await options.show(options.ask("network", .object(JSONObject([("isOnline", .boolean(state == .on))]))))
    }
}

struct PhoneOpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Print an address that opens the phones in a browser.",
        discussion: "The address works once, within ten minutes. Only the user who started the phones can have one.")

    @OptionGroup var options: PhoneOptions

    func run() async throws {
        try await NewAddress.print(at: options.base, json: options.json, startedBy: "latchkey dev")
    }
}
