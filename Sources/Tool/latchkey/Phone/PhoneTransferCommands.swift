import ArgumentParser
import DeviceSimulator
import Foundation
import JSONText
import PrivateFiles

struct PhoneExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export the phone's passwords, passkeys and verification codes to a file.",
        discussion: """
            The phone first prompts its owner, and the command waits for up to five minutes. The file has the Credential Exchange \
            Format 1.0 (CXF), which password managers import. It contains every secret in plain text, so only its owner can read it \
            (mode 0600). The command overwrites no file. With --json: {"passwords","passkeys","codes","passkeysLeftOut"}, their numbers.
            """,
        example: "latchkey phone export --cxf credentials.json")

    @OptionGroup var options: PhoneOptions

    @Option(help: ArgumentHelp("The new file.", valueName: "file"))
    var cxf: String

    func run() async throws {
        guard !FileManager.default.fileExists(atPath: cxf) else { throw Self.exists(cxf) }
        Terminal().say("waiting for the phone's owner to confirm; the file will contain every password and private key")
        let answer = try await options.ask("credentials/export", .object(JSONObject()), within: PhonePasswordsCommand.limits)
        let exported = try options.decoded(answer, as: Phone.ExportedCredentials.self)
        do throws(PrivateFile.Failure) {
            try PrivateFile.createWhole(cxf, with: exported.file)
        } catch {
            throw error.number == EEXIST ? Self.exists(cxf) : CommandFailure(.failure, "\(error)")
        }
        if exported.passkeysLeftOut > 0 {
            Terminal().say(
                "left out \(exported.passkeysLeftOut) passkeys: their site does not accept them, or their key stays on the phone")
        }
        if options.json {
            return Terminal().result(
                .object(
                    JSONObject([
                        ("passwords", .integer(exported.passwords)), ("passkeys", .integer(exported.passkeys)),
                        ("codes", .integer(exported.codes)), ("passkeysLeftOut", .integer(exported.passkeysLeftOut)),
                    ])))
        }
        Terminal().result("passwords \(exported.passwords), passkeys \(exported.passkeys), codes \(exported.codes)")
    }

    private static func exists(_ file: String) -> CommandFailure {
        CommandFailure(.usage, "\(file): the file exists already", hint: "name a new file")
    }
}

struct PhoneImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Save the passwords, passkeys and verification codes of a file on the phone.",
        discussion: """
            The phone first prompts its owner, and the command waits for up to five minutes. The file has the Credential Exchange \
            Format 1.0 (CXF) and at most 8 MiB. Importing it again changes nothing. A passkey or code never replaces a saved one. \
            Exits with 1 if parts of the file were rejected, and names them.
            """,
        example: "latchkey phone import --cxf credentials.json --preview")

    @OptionGroup var options: PhoneOptions

    @Option(help: ArgumentHelp("The file; - for standard input.", valueName: "file"))
    var cxf: String

    @Flag(help: "List what an import would do, and save nothing.")
    var preview = false

    @Flag(help: "Replace another password that is saved for the same user name and site.")
    var replace = false

    func run() async throws {
        let file = try LimitedFile.read(cxf, limit: 8 << 20)
        Terminal().say("waiting for the phone's owner to confirm")
        let body = JSONObject([
            ("file", .string(Data(file).base64EncodedString())), ("replaces", .boolean(replace)), ("isPreview", .boolean(preview)),
        ])
        let answer = try await options.ask("credentials/import", .object(body), within: PhonePasswordsCommand.limits)
        let taken = try options.decoded(answer, as: Phone.ImportedCredentials.self)
        let terminal = Terminal()
        if options.json {
            terminal.result(try JSONText.parse(answer).root.value)
        } else {
            for part in taken.rejected { terminal.say(part) }
            if preview {
                for entry in taken.entries {
                    terminal.result("\(entry.state.rawValue) \(entry.kind.rawValue) of \(entry.user) for \(entry.site)")
                }
            }
            func count(_ state: Phone.ImportedCredentials.Entry.State) -> Int { taken.entries.count { $0.state == state } }
            terminal.result(
                "new \(count(.new)), known \(count(.known)), replaced \(taken.replaced), "
                    + "kept \(count(.different) - taken.replaced), rejected \(taken.rejected.count)")
        }
        if !taken.rejected.isEmpty { throw CommandFailure(.negative, []) }
    }
}
