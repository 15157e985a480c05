import AppleIdentity
import ArgumentParser
import Foundation
import JSONText

struct AppleIdentityExchangeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exchange", abstract: "Exchange an authorization code for tokens at Apple.",
        discussion: """
            The code comes from standard input or --code-file. It can be used only once, even if the exchange fails. The tokens are \
            printed only with --reveal. This command does not verify the identity token; `latchkey apple-identity verify` does.

            The result with --json: {"accessTokenExpiresAt"}, and with --reveal "refreshToken", "accessToken" and "identityToken". A \
            failure: {"error":{"code","operation","message","retryable","appleError","appleDescription","causes":[…]}}. Exits with 1 if \
            Apple rejects the code.
            """,
        example: "latchkey apple-identity exchange \(CredentialOptions.example) \\\n    --code-file code.txt")

    @OptionGroup var service: ServiceOptions

    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("The file that contains the code; standard input if omitted.", valueName: "file"))
    var codeFile: String?

    @Option(
        help: ArgumentHelp(
            "The redirect URI of the request, for a code from the web; omit it for a code from an app.", valueName: "url"))
    var redirectURI: String?

    @Flag(help: "Accept a redirect URI to this machine, for an emulator; Apple rejects it.")
    var loopbackRedirect = false

    @Flag(help: "Print the tokens.")
    var reveal = false

    func run() async throws {
        let origin = try origin()
        guard let code = AuthorizationCode(try SecretFile.text(codeFile, named: "the code")) else {
            throw CommandFailure(.usage, "the code is empty, too long or not printable ASCII")
        }
        try await service.withClient { client in
            do throws(AppleIdentityError) {
                show(try await client.exchange(code, from: origin, now: Date()))
            } catch {
                throw CommandFailure(reporting: error, asJSON: output.json)
            }
        }
    }

    private func origin() throws -> CodeOrigin {
        guard let redirectURI else { return .native }
        do {
            return .web(redirectURI: try RedirectURI(redirectURI, loopback: loopbackRedirect ? .allowedForDevelopment : .rejected))
        } catch {
            throw CommandFailure(.usage, "\(error.reason.asMessage) (\(error.code.rawValue))")
        }
    }

    private func show(_ tokens: ExchangedTokens) {
        let terminal = Terminal()
        let secrets = [
            ("refreshToken", tokens.refreshToken.reveal()), ("accessToken", tokens.accessToken.reveal()),
            ("identityToken", tokens.identityToken.reveal()),
        ]
        if output.json {
            var object = JSONObject([("accessTokenExpiresAt", .seconds(tokens.accessTokenExpiresAt))])
            if reveal { secrets.forEach { object[$0.0] = .string($0.1) } }
            terminal.result(.object(object))
        } else if reveal {
            secrets.forEach { terminal.result("\($0.0) \($0.1)") }
        } else {
            terminal.result("exchanged")
            terminal.hint("--reveal prints the tokens; this code is now used up")
        }
    }
}

struct AppleIdentityRefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Check with Apple whether a refresh token is still valid, at most once a day.",
        discussion: """
            The token comes from standard input or --token-file. With --last-checked-at the command does not check twice within a day; \
            Apple throttles clients that check more often.

            The result with --json: {"outcome","checkedAt","nextCheck"}; outcome is valid, invalid or undecided, with "error" for the \
            latter two, and with --reveal the new "accessToken" and "identityToken". Exits with 1 for invalid, with 70 for undecided.
            """,
        example: "latchkey apple-identity refresh \(CredentialOptions.example) \\\n    --token-file refresh-token.txt")

    @OptionGroup var service: ServiceOptions

    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("The file that contains the token; standard input if omitted.", valueName: "file"))
    var tokenFile: String?

    @Option(help: ArgumentHelp("The time of the last check, in seconds since 1970.", valueName: "seconds"))
    var lastCheckedAt: Int64?

    @Flag(help: "Print the new tokens.")
    var reveal = false

    func run() async throws {
        guard let token = RefreshToken(try SecretFile.text(tokenFile, named: "the refresh token")) else {
            throw CommandFailure(.usage, "the refresh token is empty, too long or not printable ASCII")
        }
        let schedule = RefreshTokenSchedule(lastCheckedAt: lastCheckedAt.map { Date(timeIntervalSince1970: Double($0)) })
        try await service.withClient { client in
            let now = Date()
            guard let permission = schedule.permission(for: token, now: now) else {
                throw CommandFailure(
                    .usage, "the token was checked within the last day", hint: "Apple throttles clients that check more often")
            }
            try show(await client.check(permission, now: now), checkedAt: now)
        }
    }

    private func show(_ verdict: RefreshTokenVerdict, checkedAt now: Date) throws {
        let (name, tokens, failure) = verdict.outcome.parts
        let terminal = Terminal()
        let secrets = reveal ? tokens?.texts ?? [] : []
        if output.json {
            var object = JSONObject([("outcome", .string(name)), ("checkedAt", .seconds(now))])
            object["nextCheck"] = verdict.schedule.nextCheck.map(JSONValue.seconds)
            object["error"] = failure?.json
            secrets.forEach { object[$0.name] = .string($0.text) }
            terminal.result(.object(object))
        } else {
            terminal.result(name)
            secrets.forEach { terminal.result("\($0.name) \($0.text)") }
        }
        guard let failure else { return }
        if !output.json { _ = CommandFailure(reporting: failure, asJSON: false) }
        throw CommandFailure(name == "invalid" ? .negative : .failure, [])
    }
}

extension RefreshTokenVerdict.Outcome {
    fileprivate var parts: (name: String, tokens: RefreshedTokens?, failure: AppleIdentityError?) {
        switch self {
        case .valid(let tokens): ("valid", tokens, nil)
        case .invalid(let error): ("invalid", nil, error)
        case .undecided(let error): ("undecided", nil, error)
        }
    }
}

extension RefreshedTokens {
    /// The tokens that --reveal prints.
    fileprivate var texts: [(name: String, text: String)] {
        let optional = [("refreshToken", replacement?.reveal()), ("identityToken", identityToken?.reveal())]
        return [("accessToken", accessToken.reveal())] + optional.compactMap { name, text in text.map { (name, $0) } }
    }
}

struct AppleIdentityRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a user's consent to the client at Apple.",
        discussion: """
            The token comes from standard input or --token-file: a refresh token, or with --access-token an access token. Acceptance \
            proves nothing: Apple accepts revoked and reportedly made-up tokens too. The revocation worked if Apple asks for the name and \
            e-mail address again at the next sign-in.

            The result with --json: {"accepted":true,"acceptedAt"}. Exits with 1 if Apple rejects the request.
            """,
        example: "latchkey apple-identity revoke \(CredentialOptions.example) \\\n    --token-file refresh-token.txt")

    @OptionGroup var service: ServiceOptions

    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("The file that contains the token; standard input if omitted.", valueName: "file"))
    var tokenFile: String?

    @Flag(help: "Treat the token as an access token instead of a refresh token.")
    var accessToken = false

    func run() async throws {
        let text = try SecretFile.text(tokenFile, named: "the token")
        guard let refresh = RefreshToken(text), let access = AccessToken(text) else {
            throw CommandFailure(.usage, "the token is empty, too long or not printable ASCII")
        }
        try await service.withClient { client in
            do throws(AppleIdentityError) {
                let now = Date()
                let accepted = try await accessToken ? client.revoke(access, now: now) : client.revoke(refresh, now: now)
                show(accepted)
            } catch {
                throw CommandFailure(reporting: error, asJSON: output.json)
            }
        }
    }

    private func show(_ accepted: AcceptedRevocation) {
        let terminal = Terminal()
        guard output.json else {
            terminal.result("accepted")
            terminal.hint(
                "it worked if Apple asks for name and e-mail address at the next sign-in; acceptance alone proves nothing")
            return
        }
        terminal.result(["accepted": true, "acceptedAt": .seconds(accepted.acceptedAt)])
    }
}
