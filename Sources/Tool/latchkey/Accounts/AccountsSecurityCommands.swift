import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import JSONText

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

    @OptionGroup var confirmation: ConfirmationOptions
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
        output.write(["account": .string(account.id.description), "revoked": .integer(count)], line: "revoked \(count)")
    }

    private func revokeEverySession() async throws {
        try confirmation.ask("end every session of every account?")
        let count = try await options.withStore { store in
            try await Operator.over(store, options) { hand in
                try await hand.service.revokeAllOfEveryAccount(client: hand.client, now: .current)
            }
        }
        output.write(["revoked": .integer(count)], line: "revoked \(count)")
    }
}

struct AccountsPasswordLinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password-link", abstract: "Make a one-time link by which the owner of one account sets a new password.",
        discussion: """
            For an owner who has lost the password and whose identity you have checked. Standard output is the only place that has the link: \
            hand it over by a channel that nobody else reads. It works once and replaces the account's former link; a change of the user name \
            or the password ends it. The new password ends all sessions of the account. A second factor is still asked for at the next \
            sign-in.

            Example: latchkey accounts password-link anna@example.com --valid-for 30m --config latchkey.yaml
            """)

    @Argument(help: ArgumentHelp("The account, by identifier or user name.", valueName: "account"))
    var name: String

    @Option(
        help: ArgumentHelp("How long the link works, from 5m to 1d (default: 1h).", valueName: "duration"),
        transform: Self.lifetime)
    var validFor = PasswordLinkLifetime.standard

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let origin = try options.publicOrigin()
        let (name, lifetime) = (name, validFor)
        let (account, link) = try await options.withStore { store in
            let account = try await store.account(namedByOperator: name)
            let making = try await Operator.over(store, options) { hand in
                try await hand.service.makePasswordLink(
                    for: account.id, lifetime: lifetime, client: hand.client, now: .current)
            }
            switch making {
            case .made(let link): return (account, link)
            case .noUserName:
                throw CommandFailure(.negative, "the account has no user name", hint: "its owner signs in with Apple")
            case .noAccount: throw CommandFailure(.negative, "the account was deleted by somebody else meanwhile")
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
        commandName: "remove-second-factors", abstract: "Take all second factors and recovery codes from one account.",
        discussion: """
            For somebody who has lost them and is known to be who they say: from then on the first factor alone signs in. Sessions stay, and the owner finds \
            the removal among the events. On a terminal it asks first; elsewhere --yes is needed.
            """)

    @Argument(help: ArgumentHelp("The account, by identifier or user name.", valueName: "account"))
    var name: String

    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (name, confirmation) = (name, confirmation)
        let (account, factors) = try await options.withStore { store in
            let account = try await store.account(namedByOperator: name)
            let none = CommandFailure(.negative, "the account has no second factor")
            guard account.hasSecondFactor else { throw none }
            try confirmation.ask("remove all second factors of \(account.operatorName) (\(account.id))?")
            let factors = try await FactorsView(of: account, in: store)
            let isRemoved = try await Operator.over(store, options) { hand in
                try await hand.service.removeSecondFactors(of: account.id, client: hand.client, now: .current)
            }
            guard isRemoved else { throw none }
            return (account, factors)
        }
        output.write(["account": .string(account.id.description), "removed": factors.json], line: "removed \(factors.summary)")
    }
}
