import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import JSONText

/// `latchkey accounts password-link`.
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
        let terminal = Terminal()
        if output.json {
            terminal.result([
                "account": .string(account.id.description), "link": .string(url),
                "expiresAt": .string(link.expiresAt.description),
            ])
        } else {
            terminal.result(url)
        }
    }

    private static func lifetime(_ text: String) throws -> PasswordLinkLifetime {
        guard let lifetime = PasswordLinkLifetime(spelled: text) else {
            throw ValidationError("'\(text)' is not a duration from 5m to 1d, such as 30m")
        }
        return lifetime
    }
}
