import AccountStoreSQLite
import Accounts
import ArgumentParser
import PasswordHashing

/// `latchkey accounts export`.
struct AccountsExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print all accounts with their password hashes, as JSON lines that import reads.",
        discussion: """
            What it prints is what an attacker wants: send it to a file that nobody else reads, and destroy it after use. Sessions, \
            events and second factors are not part of it.
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Write JSON lines, as this command always does.")
    var jsonl = false

    func run() async throws {
        let terminal = Terminal()
        let (count, withFactor) = try await options.withStore { store in
            var (count, withFactor) = (0, 0)
            var last: AccountID?
            while case let page = try await store.credentials(after: last, limit: 500), !page.isEmpty {
                page.forEach { terminal.result(AccountRecord.line(for: $0)) }
                last = page.last?.account.id
                count += page.count
                withFactor += page.count { $0.account.hasSecondFactor }
                terminal.progress("\(count) accounts")
            }
            return (count, withFactor)
        }
        terminal.say("exported \(count)")
        if withFactor > 0 {
            terminal.say(
                "\(withFactor) of them have second factors, which are not exported: where they go, the first factor alone signs in")
        }
    }
}
