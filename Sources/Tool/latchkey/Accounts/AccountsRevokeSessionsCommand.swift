import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import JSONText

/// `latchkey accounts revoke-sessions`.
struct AccountsRevokeSessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke-sessions", abstract: "End all sessions of one account, or of every account.",
        discussion: """
            Their devices are forgotten. Access tokens given out before live on for up to accessTokens.lifetime, five minutes by
            default, at backends that do not ask the introspection endpoint. With --all it asks first on a terminal; elsewhere --yes
            is needed.
            """)

    @Argument(help: ArgumentHelp("The account, by identifier or user name.", valueName: "account"))
    var name: String?

    @Flag(help: "End the sessions of every account.")
    var all = false

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (name == nil) == all else { throw ValidationError("Give one account, or --all.") }
    }

    func run() async throws {
        guard let name else { return try await revokeEverySession() }
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

    private func revokeEverySession() async throws {
        let terminal = Terminal()
        if !yes {
            try terminal.confirm("end every session of every account?")
        }
        let count = try await options.withStore { store in
            try await Operator.over(store, options) { hand in
                try await hand.service.revokeAllOfEveryAccount(client: hand.client, now: .current)
            }
        }
        if output.json {
            terminal.result(["revoked": .integer(count)])
        } else {
            terminal.result("revoked \(count)")
        }
    }
}
