import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import Foundation
import JSONText

/// `latchkey accounts import`.
struct AccountsImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take in accounts from another system, with the password hashes they have.",
        discussion: """
            Reads lines of JSON: {"username", "passwordHash"}, and if wanted "id" (a UUID) and "createdAt". Hashes are PHC strings of \
            argon2id, scrypt or PBKDF2-SHA256; each is replaced by one under today's parameters at its owner's next sign-in. A line \
            that is refused is told with its number, and the rest goes on. Exits with 1 if any line was not taken.
            """)

    @Argument(help: ArgumentHelp("The file to read; standard input if left out.", valueName: "file"))
    var source: String?

    @Flag(help: "Make the store if there is none.")
    var create = false

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        let file = try openSource()
        let (output, terminal) = (output, Terminal())
        let summary = try await options.withStore(creating: create) { store in
            try await Operator.over(store, options) { hand in
                var importing = AccountImporting(hand, store) { line in
                    if output.jsonl {
                        terminal.result(line.json, .compact)
                    } else if let reason = line.reason {
                        terminal.say("line \(line.number): \(reason)")
                    }
                }
                return try await importing.run(LineReader(file, limit: AccountRecord.lineLimit), progress: terminal.progress)
            }
        }
        if output.json {
            terminal.result(summary.json)
        } else if output.jsonl {
            terminal.say(summary.description)
        } else {
            terminal.result(summary.description)
        }
        if summary.isIncomplete { throw CommandFailure(.negative, []) }
    }

    private func openSource() throws -> FileHandle {
        guard let source else { return .standardInput }
        guard let file = FileHandle(forReadingAtPath: source) else {
            throw CommandFailure(.usage, "\(source) cannot be read", hint: "check the path and who may read it")
        }
        return file
    }
}
