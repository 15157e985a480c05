import ArgumentParser
import DeviceSimulator
import Foundation
import JSONText
import WebClient

struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone", abstract: "Use a simulated phone of `latchkey dev` from the terminal or a script.",
        discussion: """
            Each command prints the state of the phone afterwards, with --json as JSON. `tap` waits until the element exists; `passwords`, \
            `export` and `import` wait up to five minutes for the phone's owner. The others act at once.

            Exits with 1 if the phone cannot do what the command asks; with 2 for the phones of another user; with 70 if none responds.
            """,
        subcommands: [
            PhoneShowCommand.self, PhoneTapCommand.self, PhoneTypeCommand.self, PhoneDoCommand.self, PhoneMessageCommand.self,
            PhoneTimeCommand.self, PhoneNetworkCommand.self, PhonePasswordsCommand.self, PhoneExportCommand.self,
            PhoneImportCommand.self, PhoneOpenCommand.self,
        ])
}

struct PhoneShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print what the phone shows.", example: "latchkey phone show")

    @OptionGroup var options: PhoneOptions

    func run() async throws {
        try await options.show(options.ask())
    }
}

struct PhoneTapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Tap the button, field, icon or suggestion with a title.",
        example: "latchkey phone tap Motivation")

    @OptionGroup var options: PhoneOptions

    @Argument(help: "The title of the element.")
    var title: String

    func run() async throws {
        try await options.show(options.ask("taps", .object(JSONObject([("title", .string(title))]))))
    }
}

struct PhoneTypeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "type", abstract: "Replace the text of a field in the app.",
        example: "latchkey phone type user-name anna")

    @OptionGroup var options: PhoneOptions

    @Argument(help: ArgumentHelp("The field, by its name in the app.", valueName: "field"))
    var field: String

    @Argument(help: "The text.")
    var text: String

    func run() async throws {
        _ = try await options.ask("actions", PhoneActionParser.focus(field))
        try await options.show(options.ask("actions", PhoneActionParser.type(text, into: field)))
    }
}

struct PhoneDoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "do", abstract: "Perform one action on the phone.",
        discussion: "Actions:\n" + PhoneActionParser.help + "\nAn action can also be JSON, as the HTTP API accepts it.",
        example: "latchkey phone do suggestion 0")

    @OptionGroup var options: PhoneOptions

    @Argument(help: "The action.")
    var words: [String]

    func run() async throws {
        let view = try await options.decoded(options.ask(), as: PhoneView.self)
        guard let action = PhoneActionParser.action(words, sheet: view.sheet?.number, prompt: view.prompt?.number) else {
            throw CommandFailure(
                .usage, "unknown action: \(words.joined(separator: " "))",
                hint: "`latchkey help phone do` lists the actions")
        }
        try await options.show(options.ask("actions", action))
    }
}

struct PhoneMessageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "message", abstract: "Send a message to the phone.",
        example: "latchkey phone message 'Your code is 123456'")

    @OptionGroup var options: PhoneOptions

    @Option(help: ArgumentHelp("The sender.", valueName: "sender"))
    var from = "+1 555 0100"

    @Argument(help: "The text of the message.")
    var text: String

    func run() async throws {
        try await options.show(options.ask("messages", .object(JSONObject([("sender", .string(from)), ("text", .string(text))]))))
    }
}

struct PhoneTimeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "time", abstract: "Advance the phone's clock.", example: "latchkey phone time 60")

    @OptionGroup var options: PhoneOptions

    @Argument(help: "The number of seconds.")
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
        commandName: "network", abstract: "Turn the phone's network on or off.", example: "latchkey phone network off")

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
        discussion: "The address works once, within ten minutes. It is available only to the user who started the phones.",
        example: "latchkey phone open")

    @OptionGroup var options: PhoneOptions

    func run() async throws {
        try await NewAddress.print(at: options.base(), json: options.json, startedBy: "latchkey dev")
    }
}

struct PhonePasswordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passwords", abstract: "Export the phone's saved passwords, or import those of a browser.",
        discussion: """
            The phone first prompts its owner, and the command waits for up to five minutes: show a face on the phone's page, or with \
            `latchkey phone do face` in another terminal.
            """,
        subcommands: [PhonePasswordsExportCommand.self, PhonePasswordsImportCommand.self])

    /// The limits of a request that waits for the user.
    static let limits = WebLimits(total: .seconds(300), body: 64 << 20)
}

struct PhonePasswordsExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print every saved password as a browser's CSV file.",
        example: "latchkey phone passwords export --format chromium > passwords.csv")

    @OptionGroup var options: PhoneOptions

    @Option(
        help: ArgumentHelp("The browser's format: safari, chromium or firefox; safari if omitted.", valueName: "browser"),
        transform: Self.form)
    var format = Phone.PasswordFile.safari

    func run() async throws {
        struct Exported: Decodable {
            let file: String
        }
        Terminal().say("waiting for the phone's owner to confirm; the output will contain every password")
        let body = JSONValue.object(JSONObject([("format", .string(format.rawValue))]))
        let answer = try await options.ask("passwords/export", body, within: PhonePasswordsCommand.limits)
        let exported = try options.decoded(answer, as: Exported.self)
        if options.json { return Terminal().result(try JSONText.parse(answer).root.value) }
        FileHandle.standardOutput.write(Data(exported.file.utf8))
    }

    private static func form(_ name: String) throws -> Phone.PasswordFile {
        guard let form = Phone.PasswordFile(rawValue: name) else {
            throw ValidationError("--format must be safari, chromium or firefox")
        }
        return form
    }
}

struct PhonePasswordsImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Save the passwords of a browser's CSV file.",
        discussion: "Importing a file again changes nothing. Exits with 1 if lines of the file were rejected, and names them.",
        example: "latchkey phone passwords import passwords.csv")

    @OptionGroup var options: PhoneOptions

    @Flag(help: "Replace another password that is saved for the same user name and site.")
    var replace = false

    @Argument(help: ArgumentHelp("The file; - for standard input.", valueName: "file"))
    var file: String

    func run() async throws {
        guard let text = String(validating: try LimitedFile.read(file, limit: 8 << 20), as: UTF8.self) else {
            throw CommandFailure(.usage, "\(file): not UTF-8")
        }
        Terminal().say("waiting for the phone's owner to confirm")
        let body = JSONValue.object(JSONObject([("file", .string(text)), ("replaces", .boolean(replace))]))
        let answer = try await options.ask("passwords/import", body, within: PhonePasswordsCommand.limits)
        let taken = try options.decoded(answer, as: Phone.ImportedPasswords.self)
        let terminal = Terminal()
        if options.json {
            terminal.result(try JSONText.parse(answer).root.value)
        } else {
            for line in taken.skipped { terminal.say(line) }
            if taken.oneTimeKeysLeftOut > 0 { terminal.say("skipped \(taken.oneTimeKeysLeftOut) keys of one-time passwords") }
            terminal.result(
                "new \(taken.new), known \(taken.known), replaced \(taken.replaced), kept \(taken.kept), "
                    + "skipped \(taken.skipped.count)")
        }
        if !taken.skipped.isEmpty { throw CommandFailure(.negative, []) }
    }
}
