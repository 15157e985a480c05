import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import JSONText

/// `latchkey accounts delete`.
struct AccountsDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete one account with its sessions, devices and events, for ever.",
        discussion: "On a terminal it asks first; elsewhere --yes is needed.")

    @Argument(help: ArgumentHelp("The account, by identifier or user name.", valueName: "account"))
    var name: String

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let terminal = Terminal()
        let (name, yes) = (name, yes)
        let account = try await options.withStore { store in
            let account = try await store.account(namedByOperator: name)
            if !yes {
                try terminal.confirm("delete \(account.operatorName) (\(account.id))?")
            }
            let deleted = try await Operator.over(store, options) { hand in
                try await hand.service.delete(account.id, client: hand.client, now: .current)
            }
            guard deleted != nil else { throw CommandFailure(.negative, "the account was deleted by somebody else meanwhile") }
            return account
        }
        if output.json {
            terminal.result(["deleted": account.json])
        } else {
            terminal.result("deleted \(account.id)")
        }
    }
}
