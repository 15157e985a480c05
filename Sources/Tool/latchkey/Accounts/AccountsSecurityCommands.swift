import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import JSONText

struct AccountsRevokeSessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke-sessions", abstract: "End all sessions of one account, or of every account.",
        discussion: """
            Also forgets the devices of the account. Access tokens issued before remain valid for up to accessTokens.lifetime, five \
            minutes by default, at backends that do not use the introspection endpoint. With --all the command asks first on a \
            terminal; elsewhere it requires --yes.
            """,
        example: "latchkey accounts revoke-sessions anna@example.com --store accounts.sqlite")

    @Argument(help: ArgumentHelp("The account, by identifier or user name.", valueName: "account"))
    var name: String?

    @Flag(help: "End the sessions of every account.")
    var all = false

    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (name == nil) == all else { throw ValidationError("give one account, or --all") }
    }

    func run() async throws {
        guard let name else { return try await revokeEverySession() }
        let (account, count) = try await options.withStore { store in
            let account = try await store.account(namedByOperator: name)
            let count = try await OperatorContext.with(store, options) { context in
                try await context.service.revokeAll(of: account.id, client: context.client, now: .current)
            }
            return (account, count)
        }
        output.write(["account": .string(account.id.description), "revoked": .integer(count)], line: "revoked \(count)")
    }

    private func revokeEverySession() async throws {
        try confirmation.ask("end every session of every account?")
        let count = try await options.withStore { store in
            try await OperatorContext.with(store, options) { context in
                try await context.service.revokeAllOfEveryAccount(client: context.client, now: .current)
            }
        }
        output.write(["revoked": .integer(count)], line: "revoked \(count)")
    }
}

struct AccountsPasswordLinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password-link", abstract: "Create a one-time link with which the owner of an account sets a new password.",
        discussion: """
            For a user who has lost the password and whose identity you have checked. Only standard output has the link: deliver it over \
            a private channel. The link works once and replaces the account's previous link. It becomes invalid when the user name or \
            the password changes. The new password ends all sessions of the account. The next sign-in still requires a second factor.
            """,
        example: "latchkey accounts password-link anna@example.com --config latchkey.yaml")

    @OptionGroup var subject: AccountArgument

    @Option(
        help: ArgumentHelp("The lifetime of the link, from 5m to 1d (default: 1h).", valueName: "duration"),
        transform: Self.lifetime)
    var validFor = PasswordLinkLifetime.standard

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let origin = try options.publicOrigin()
        let (name, lifetime) = (subject.name, validFor)
        let (account, link) = try await options.withStore { store in
            let account = try await store.account(namedByOperator: name)
            let making = try await OperatorContext.with(store, options) { context in
                try await context.service.makePasswordLink(
                    for: account.id, lifetime: lifetime, client: context.client, now: .current)
            }
            switch making {
            case .made(let link): return (account, link)
            case .noUserName:
                throw CommandFailure(.negative, "the account has no user name", hint: "its owner signs in with Apple")
            case .noAccount: throw CommandFailure(.negative, "the account was deleted while the command ran")
            }
        }
        let url = link.revealURL(at: origin)
        output.write(
            [
                "account": .string(account.id.description), "link": .string(url),
                "expiresAt": .string(link.expiresAt.description),
            ], line: url)
    }

    private static func lifetime(_ text: String) throws -> PasswordLinkLifetime {
        guard let lifetime = PasswordLinkLifetime(spelled: text) else {
            throw ValidationError("'\(text)' is not a duration from 5m to 1d, such as 30m")
        }
        return lifetime
    }
}

struct AccountsRemoveSecondFactorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-second-factors", abstract: "Remove all second factors and recovery codes of one account.",
        discussion: """
            For a user who has lost them and whose identity you have checked: from then on the first factor alone signs in. Sessions \
            remain, and the owner finds the removal among the events. On a terminal the command asks first; elsewhere it requires --yes.
            """,
        example: "latchkey accounts remove-second-factors anna --store accounts.sqlite")

    @OptionGroup var subject: AccountArgument
    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (name, confirmation) = (subject.name, confirmation)
        let (account, factors) = try await options.withStore { store in
            let account = try await store.account(namedByOperator: name)
            let none = CommandFailure(.negative, "the account has no second factor")
            guard account.hasSecondFactor else { throw none }
            try confirmation.ask("remove all second factors of \(account.operatorName) (\(account.id))?")
            let factors = try await FactorsView(of: account, in: store)
            let isRemoved = try await OperatorContext.with(store, options) { context in
                try await context.service.removeSecondFactors(of: account.id, client: context.client, now: .current)
            }
            guard isRemoved else { throw none }
            return (account, factors)
        }
        output.write(["account": .string(account.id.description), "removed": factors.json], line: "removed \(factors.summary)")
    }
}
