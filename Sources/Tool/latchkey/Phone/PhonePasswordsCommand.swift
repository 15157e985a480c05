import ArgumentParser
import DeviceSimulator
import Foundation
import JSONText
import WebClient

/// `latchkey phone passwords`.
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
