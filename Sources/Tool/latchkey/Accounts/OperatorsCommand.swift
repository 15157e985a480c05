import AccountServer
import Accounts
import ArgumentParser
import InternetAddresses
import JSONText
import Secrets

struct OperatorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operators", abstract: "Grant, remove and list the roles of operators, who use the console and its API.",
        subcommands: [OperatorsAddCommand.self, OperatorsRemoveCommand.self, OperatorsListCommand.self])
}

/// `latchkey operators add`: the only way to grant a role. No session of an operator can do it.
struct OperatorsAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Grant an account a role, or another one.",
        discussion: """
            An auditor reads. Support also ends sessions, locks accounts, removes second factors and starts recoveries, for accounts \
            without a role. An administrator does the same for every account, deletes accounts, and approves: a deletion, a removal of \
            second factors and every act on an account with a role require the approval of an administrator who did not order it. An \
            operator signs in with a passkey, or with a second factor. The server serves operators only with operators.enabled.
            """,
        example: "latchkey operators add anna --role administrator --config latchkey.yaml")

    @OptionGroup var subject: AccountArgument

    @Option(help: "The role.")
    var role: OperatorRole

    @OptionGroup var reason: OperatorReasonOption
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (name, role, reason) = (subject.name, role, reason.value)
        let (account, hasFactor) = try await options.withStore { store in
            let account = try await store.account(namedByOperator: name)
            let passkeys = try await store.passkeys(of: account.id)
            guard try await store.setOperatorRole(.ofCommand(role, for: account.id, reason: reason)) else { throw Self.gone }
            return (account, account.hasSecondFactor || !passkeys.isEmpty)
        }
        if !hasFactor { Terminal().say("the account needs a passkey or a second factor before it can use the role") }
        output.write(
            ["account": .string(account.id.description), "role": .string(role.rawValue)], line: "\(role.rawValue) \(account.id)")
    }

    private static let gone = CommandFailure(.negative, "the account was deleted while the command ran")
}

struct OperatorsRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove the role of an account.",
        discussion: "The account stays, and so do its sessions. Requests that it made and that wait for an approval are void.",
        example: "latchkey operators remove anna --config latchkey.yaml")

    @OptionGroup var subject: AccountArgument
    @OptionGroup var reason: OperatorReasonOption
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (name, reason) = (subject.name, reason.value)
        let account = try await options.withStore { store in
            let account = try await store.account(namedByOperator: name)
            guard try await store.setOperatorRole(.ofCommand(nil, for: account.id, reason: reason)) else {
                throw CommandFailure(.negative, "the account has no role")
            }
            return account
        }
        output.write(["removed": .string(account.id.description)], line: "removed \(account.id)")
    }
}

struct OperatorsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the accounts with a role.",
        discussion: "With --json: [{\"account\",\"username\",\"role\",\"grantedAt\"}].",
        example: "latchkey operators list --config latchkey.yaml")

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        let operators = try await options.withStore { try await $0.operators() }
        let table = TextTable(
            ["ACCOUNT", "ROLE", "SINCE", "USERNAME"],
            operators.map {
                [$0.account.description, $0.role.rawValue, $0.grantedAt.description, Account.operatorName($0.userName)]
            })
        output.write(
            operators.map { entry in
                [
                    "account": .string(entry.account.description), "username": entry.userName.map { .string($0.text) } ?? .null,
                    "role": .string(entry.role.rawValue), "grantedAt": .string(entry.grantedAt.description),
                ]
            }, lines: table.lines)
    }
}

extension OperatorRole: ExpressibleByArgument {}

/// The reason that the audit trail keeps.
struct OperatorReasonOption: ParsableArguments {
    @Option(
        name: .customLong("reason"),
        help: ArgumentHelp("The reason for the audit trail, \(Self.length) characters.", valueName: "text"),
        transform: Self.parsed)
    var value: OperatorReason?

    private static func parsed(_ text: String) throws -> OperatorReason {
        guard let reason = OperatorReason(text) else { throw ValidationError("--reason must have \(length) visible characters") }
        return reason
    }

    private static let length = "\(OperatorReason.lengths.lowerBound) to \(OperatorReason.lengths.upperBound)"
}

extension OperatorRecord {
    /// Creates the record of a change by the command.
    ///
    /// - Parameter role: nil to remove the role.
    fileprivate static func ofCommand(_ role: OperatorRole?, for account: AccountID, reason: OperatorReason?) -> OperatorRecord {
        roleChange(
            OperatorRecordID(random: SystemRandomBytes()), to: role, of: account, at: .current, reason: reason,
            client: Client(address: .loopback, deviceName: "latchkey operators"))
    }
}
