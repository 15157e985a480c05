import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import JSONText

/// `latchkey accounts revoke-sessions`.
struct AccountsRevokeSessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke-sessions", abstract: "End all sessions of one account.",
        discussion: "Access tokens given out before live on for up to accessTokens.lifetime, five minutes by default.")

    @Argument(help: ArgumentHelp("The account, by identifier or user name.", valueName: "account"))
    var name: String

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let name = name
        let (account, count) = try await options.withStore { store in
            let account = try await store.account(namedByOperator: name)
            let count = try await Operator.over(store, options) { hand in
                try await hand.service.revokeAll(of: account.id, client: hand.client, now: .current)
            }
            return (account, count)
        }
        let terminal = Terminal()
        if output.json {
            terminal.result(["account": .string(account.id.description), "revoked": .integer(count)])
        } else {
            terminal.result("revoked \(count)")
        }
    }
}
