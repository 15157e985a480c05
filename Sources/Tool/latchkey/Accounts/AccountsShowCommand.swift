import Accounts
import AccountServer
import AccountStoreSQLite
import ArgumentParser
import InternetAddresses
import JSONText

/// `latchkey accounts show`.
struct AccountsShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print one account with its living sessions and its last events.")

    @Argument(help: ArgumentHelp("The account, by identifier or user name.", valueName: "account"))
    var name: String

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let name = name
        let view = try await options.withStore { store in
            let account = try await store.account(namedByOperator: name)
            return AccountView(
                account: account, factors: try await FactorsView(of: account, in: store),
                sessions: try await store.sessions(of: account.id, now: .current),
                events: try await store.events(of: account.id, before: nil, limit: 10))
        }
        let terminal = Terminal()
        if output.json {
            terminal.result(view.json)
        } else {
            view.lines.forEach { terminal.result($0) }
        }
    }
}

/// An account as the operator sees it.
private struct AccountView {
    let account: Account
    let factors: FactorsView
    let sessions: [Session]
    let events: [AuditEvent]

    var lines: [String] {
        [
            "id                \(account.id)", "username          \(account.operatorName)",
            "created           \(account.createdAt)",
            "password changed  \(account.passwordChangedAt?.description ?? "(no password)")",
        ] + factors.lines + ["sessions          \(sessions.count)"]
            + sessions.map { "  \($0.id)  last used \($0.lastUsedAt) from \($0.lastAddress)  \($0.client.deviceName)" }
            + ["last events       \(events.count)"]
            + events.map { "  \($0.at)  \($0.kind.rawValue) from \($0.client.address)  \($0.client.deviceName)" }
    }

    var json: JSONValue {
        [
            "account": account.json, "secondFactors": factors.json, "sessions": .array(sessions.map(json)),
            "events": .array(events.map(json)),
        ]
    }

    private func json(_ session: Session) -> JSONValue {
        [
            "id": .string(session.id.description), "device": .string(session.client.deviceName),
            "createdAt": .string(session.createdAt.description), "lastUsedAt": .string(session.lastUsedAt.description),
            "expiresAt": .string(session.expiry.end.description), "lastAddress": .string(session.lastAddress.description),
        ]
    }

    private func json(_ event: AuditEvent) -> JSONValue {
        [
            "at": .string(event.at.description), "event": .string(event.kind.rawValue),
            "address": .string(event.client.address.description), "device": .string(event.client.deviceName),
        ]
    }
}
