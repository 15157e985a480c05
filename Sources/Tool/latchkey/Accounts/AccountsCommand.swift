import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import InternetAddresses
import JSONText

struct AccountsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "Manage accounts as the operator, whether or not the server runs.",
        subcommands: [
            AccountsListCommand.self, AccountsShowCommand.self, AccountsDeleteCommand.self, AccountsRevokeSessionsCommand.self,
            AccountsRemoveSecondFactorsCommand.self, AccountsPasswordLinkCommand.self, AccountsImportCommand.self,
            AccountsExportCommand.self,
            AccountsAnnounceTransfersCommand.self,
            AccountsFinishTransfersCommand.self,
        ])
}

struct AccountsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all accounts, sorted by identifier.",
        example: "latchkey accounts list --store accounts.sqlite")

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        let terminal = Terminal()
        let output = output
        try await options.withStore { store in
            var all: [JSONValue] = []
            var last: AccountID?
            while case let page = try await store.accounts(after: last, limit: 500), !page.isEmpty {
                // Identifiers and times have a fixed length, so the first page already has the widths of all.
                if last == nil, !output.json, !output.jsonl {
                    terminal.result("ID".padded(to: 38) + "CREATED".padded(to: 26) + "USERNAME")
                }
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
    /// The account in the JSON output of every command.
    var json: JSONValue {
        [
            "id": .string(id.description), "username": userName.map { .string($0.text) } ?? .null,
            "createdAt": .string(createdAt.description),
            "passwordChangedAt": passwordChangedAt.map { .string($0.description) } ?? .null,
            "language": language.map { .string($0.text) } ?? .null,
            "timeZone": timeZone.map { .string($0.text) } ?? .null,
        ]
    }

    /// The user name in text output, or a replacement for a missing one.
    var operatorName: String { Self.operatorName(userName) }

    /// Returns a user name in text output, or a replacement for a missing one.
    static func operatorName(_ userName: UserName?) -> String { userName?.text ?? "(no user name)" }
}

/// The argument of commands that concern one account.
struct AccountArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The account, by identifier or user name.", valueName: "account"))
    var name: String
}

struct AccountsShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print one account with its second factors, live sessions and last events.",
        example: "latchkey accounts show anna@example.com --store accounts.sqlite")

    @OptionGroup var subject: AccountArgument
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let name = subject.name
        let view = try await options.withStore { store in
            let account = try await store.account(namedByOperator: name)
            return AccountView(
                account: account, factors: try await FactorsView(of: account, in: store),
                sessions: try await store.sessions(of: account.id, now: .current),
                events: try await store.events(of: account.id, before: nil, limit: 10))
        }
        output.write(view.json, lines: view.lines)
    }
}

/// An account as `accounts show` prints it.
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

/// The second factors of an account as the operator sees them: kinds, names and dates, but no secret.
struct FactorsView {
    private let since: Timestamp?
    private let totp: Timestamp?
    private let deviceKeys: [DeviceKey]
    private let recoveryCodes: Int

    init(of account: Account, in store: any AccountStores) async throws {
        let factors = try await store.secondFactors(of: account.id)
        since = account.secondFactorSince
        totp = try await store.totp(of: account.id)?.confirmedAt
        deviceKeys = factors.deviceKeys
        recoveryCodes = factors.recoveryCodes
    }

    /// The second factors in one line.
    var summary: String {
        var parts: [String] = totp == nil ? [] : ["1 authenticator"]
        if !deviceKeys.isEmpty { parts.append("\(deviceKeys.count) device " + (deviceKeys.count == 1 ? "key" : "keys")) }
        parts.append("\(recoveryCodes) recovery " + (recoveryCodes == 1 ? "code" : "codes"))
        return parts.joined(separator: ", ")
    }

    /// Lines that follow those of the account.
    var lines: [String] {
        guard let since else { return ["second factors    (none)"] }
        return ["second factors    since \(since)"]
            + (totp.map { ["  authenticator   added \($0)"] } ?? [])
            + deviceKeys.map { key in
                "  device key      added \(key.createdAt)  last used \(key.lastUsedAt?.description ?? "(never)")  \(key.name)"
                    + (key.attestedBy.map { "  by the TPM \($0)" } ?? "")
            } + ["  recovery codes  \(recoveryCodes)"]
    }

    var json: JSONValue {
        [
            "since": since.map { .string($0.description) } ?? .null,
            "totp": totp.map { ["addedAt": .string($0.description)] } ?? .null,
            "deviceKeys": .array(
                deviceKeys.map { key in
                    [
                        "id": .string(key.id.description), "name": .string(key.name),
                        "createdAt": .string(key.createdAt.description),
                        "lastUsedAt": key.lastUsedAt.map { .string($0.description) } ?? .null,
                        "attestedBy": key.attestedBy.map { .string($0.description) } ?? .null,
                    ]
                }),
            "recoveryCodes": .integer(recoveryCodes),
        ]
    }
}

struct AccountsDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete one account with its sessions, devices and events.",
        discussion: "The deletion is permanent. On a terminal the command asks first; elsewhere it requires --yes.",
        example: "latchkey accounts delete anna@example.com --store accounts.sqlite")

    @OptionGroup var subject: AccountArgument
    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (name, confirmation) = (subject.name, confirmation)
        let account = try await options.withStore { store in
            let account = try await store.account(namedByOperator: name)
            try confirmation.ask("delete \(account.operatorName) (\(account.id))?")
            let deleted = try await OperatorContext.with(store, options) { context in
                try await context.service.delete(account.id, client: context.client, now: .current)
            }
            guard deleted != nil else { throw CommandFailure(.negative, "the account was deleted while the command ran") }
            return account
        }
        output.write(["deleted": account.json], line: "deleted \(account.id)")
    }
}
