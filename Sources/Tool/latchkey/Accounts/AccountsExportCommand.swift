import AccountStoreSQLite
import Accounts
import ArgumentParser
import PasswordHashing

/// `latchkey accounts export`.
struct AccountsExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print all accounts with their password hashes, as JSON lines that import reads.",
        discussion: """
            What it prints is what an attacker wants: send it to a file that nobody else reads, and destroy it after use. Sessions and \
            events are not part of it.
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Write JSON lines, as this command always does.")
    var jsonl = false

    func run() async throws {
        let terminal = Terminal()
        let count = try await options.withStore { store in
            var count = 0
            var last: AccountID?
            while case let page = try await store.credentials(after: last, limit: 500), !page.isEmpty {
                page.forEach { terminal.result(AccountRecord.line(for: $0)) }
                last = page.last?.account.id
                count += page.count
                terminal.progress("\(count) accounts")
            }
            return count
        }
        terminal.say("exported \(count)")
    }
}
