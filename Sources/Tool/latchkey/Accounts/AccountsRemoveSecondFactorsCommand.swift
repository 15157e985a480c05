import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import JSONText

/// `latchkey accounts remove-second-factors`.
struct AccountsRemoveSecondFactorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-second-factors", abstract: "Take all second factors and recovery codes from one account.",
        discussion: """
            For somebody who has lost them and is known to be who they say: from then on the first factor alone signs in. Sessions stay, and the owner finds \
            the removal among the events. On a terminal it asks first; elsewhere --yes is needed.
            """)

    @Argument(help: ArgumentHelp("The account, by identifier or user name.", valueName: "account"))
    var name: String

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let terminal = Terminal()
        let (name, yes) = (name, yes)
        let (account, factors) = try await options.withStore { store in
            let account = try await store.account(namedByOperator: name)
            let none = CommandFailure(.negative, "the account has no second factor")
            guard account.hasSecondFactor else { throw none }
            if !yes {
                try terminal.confirm("remove all second factors of \(account.operatorName) (\(account.id))?")
            }
            let factors = try await FactorsView(of: account, in: store)
            let isRemoved = try await Operator.over(store, options) { hand in
                try await hand.service.removeSecondFactors(of: account.id, client: hand.client, now: .current)
            }
            guard isRemoved else { throw none }
            return (account, factors)
        }
        if output.json {
            terminal.result(["account": .string(account.id.description), "removed": factors.json])
        } else {
            terminal.result("removed \(factors.summary)")
        }
    }
}
