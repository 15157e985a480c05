import AccountStoreSQLite
import Accounts
import ArgumentParser
import JSONText

/// `latchkey accounts list`.
struct AccountsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Print all accounts, by order of identifier.")

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        let terminal = Terminal()
        let output = output
        try await options.withStore { store in
            var all: [JSONValue] = []
            var last: AccountID?
            while case let page = try await store.accounts(after: last, limit: 500), !page.isEmpty {
                for account in page {
                    if output.json {
                        all.append(account.json)
                    } else if output.jsonl {
                        terminal.result(account.json, .compact)
                    } else {
                        terminal.result("\(account.id)  \(account.createdAt)  \(account.operatorName)")
                    }
                }
                last = page.last?.id
            }
            if output.json { terminal.result(.array(all)) }
        }
    }
}

extension Account {
    /// The account as every command writes it.
    var json: JSONValue {
        [
            "id": .string(id.description), "username": userName.map { .string($0.text) } ?? .null,
            "createdAt": .string(createdAt.description),
            "passwordChangedAt": passwordChangedAt.map { .string($0.description) } ?? .null,
        ]
    }

    /// The user name in plain lines, or what stands for one.
    var operatorName: String { userName?.text ?? "(no user name)" }
}
