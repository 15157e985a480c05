import ArgumentParser
import DeviceSimulator
import Foundation
import JSONText
import WebClient

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

struct PhonePasswordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passwords", abstract: "Take the phone's saved passwords to a browser, or a browser's to the phone.",
        discussion: """
            The phone asks for its owner first, and the command waits for up to five minutes: show a face on the phone's page, or from another terminal \
            with `latchkey phone do face`.
            """,
        subcommands: [PhonePasswordsExportCommand.self, PhonePasswordsImportCommand.self])

    /// Waits for a person.
    static let limits = WebLimits(total: .seconds(300), body: 64 << 20)
}

struct PhonePasswordsExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print every saved password as a CSV file of a browser's form.")

    @OptionGroup var options: PhoneOptions

    @Option(
        help: ArgumentHelp("Whose form: safari, chromium or firefox; safari if left out.", valueName: "browser"),
        transform: Self.form)
    var format = Phone.PasswordFile.safari

    func run() async throws {
        struct Exported: Decodable {
            let file: String
        }
        Terminal().say("the phone asks who is there; what is printed then shows every password")
        let body = JSONValue.object(JSONObject([("format", .string(format.rawValue))]))
        let answer = try await options.ask("passwords/export", body, within: PhonePasswordsCommand.limits)
        guard let exported = try? JSONDecoder().decode(Exported.self, from: Data(answer)) else {
            throw CommandFailure(.failure, "what answers is no phone")
        }
        if options.json { return Terminal().result(try JSONText.parse(answer).root.value) }
        FileHandle.standardOutput.write(Data(exported.file.utf8))
    }

    private static func form(_ name: String) throws -> Phone.PasswordFile {
        guard let form = Phone.PasswordFile(rawValue: name) else {
            throw ValidationError("--format takes safari, chromium or firefox")
        }
        return form
    }
}

struct PhonePasswordsImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Save the passwords of a CSV file that a browser has written.",
        discussion: "The same file again changes nothing. Exits with 1 where lines of the file were not taken, and says which.")

    @OptionGroup var options: PhoneOptions

    @Flag(help: "Where another password is saved for the same user name and site, take that of the file.")
    var replace = false

    @Argument(help: ArgumentHelp("The file; - for standard input.", valueName: "file"))
    var file: String

    func run() async throws {
        guard let text = String(validating: try LimitedFile.read(file, limit: 8 << 20), as: UTF8.self) else {
            throw CommandFailure(.usage, "\(file): not UTF-8")
        }
        Terminal().say("the phone asks who is there")
        let body = JSONValue.object(JSONObject([("file", .string(text)), ("replaces", .boolean(replace))]))
        let answer = try await options.ask("passwords/import", body, within: PhonePasswordsCommand.limits)
        guard let taken = try? JSONDecoder().decode(Phone.ImportedPasswords.self, from: Data(answer)) else {
            throw CommandFailure(.failure, "what answers is no phone")
        }
        let terminal = Terminal()
        if options.json {
            terminal.result(try JSONText.parse(answer).root.value)
        } else {
            for line in taken.skipped { terminal.say(line) }
            if taken.oneTimeKeysLeftOut > 0 { terminal.say("\(taken.oneTimeKeysLeftOut) keys of one-time passwords were left out") }
            terminal.result(
                "new \(taken.new), known \(taken.known), replaced \(taken.replaced), kept \(taken.kept), "
                    + "skipped \(taken.skipped.count)")
        }
        if !taken.skipped.isEmpty { throw CommandFailure(.negative, []) }
    }
}
