import AppleIdentity
import ArgumentParser
import Foundation
import JSONText

struct AppleIdentityExchangeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exchange", abstract: "Exchange an authorization code for tokens at Apple.",
        discussion: """
            The code is read from standard input or --code-file. It is spent by this, whatever comes back. The tokens are shown only with \
            --reveal; the identity token is not verified here, but by latchkey apple-identity verify.

            The answer with --json: {"accessTokenExpiresAt"}, and with --reveal "refreshToken", "accessToken" and "identityToken". A \
            failure: {"error":{"code","operation","message","retryable","appleError","appleDescription","causes":[…]}}. Exits with 1 where \
            Apple refuses.
            """)

    @OptionGroup var service: ServiceOptions

    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("The file that holds the code; standard input if left out.", valueName: "file"))
    var codeFile: String?

    @Option(
        help: ArgumentHelp(
            "For a code from the web, the redirect URI of its request; left out for a code from an app.", valueName: "url"))
    var redirectURI: String?

    @Flag(help: "Accept a redirect URI to this machine, for an emulator; Apple accepts none.")
    var loopbackRedirect = false

    @Flag(help: "Print the tokens.")
    var reveal = false

    func run() async throws {
        let origin = try origin()
        guard let code = AuthorizationCode(try SecretFile.text(codeFile, named: "the code")) else {
            throw CommandFailure(.usage, "the code is empty, too long or not printable ASCII")
        }
        try await service.asking { client in
            do throws(AppleIdentityError) {
                show(try await client.exchange(code, from: origin, now: Date()))
            } catch {
                throw CommandFailure(telling: error, asJSON: output.json)
            }
        }
    }

    private func origin() throws -> CodeOrigin {
        guard let redirectURI else { return .native }
        do {
            return .web(redirectURI: try RedirectURI(redirectURI, loopback: loopbackRedirect ? .allowedForDevelopment : .refused))
        } catch {
            throw CommandFailure(.usage, "\(error.reason.spoken) (\(error.code.rawValue))")
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
            terminal.hint("--reveal prints the tokens; the code is spent and gives no others")
        }
    }
}

struct AppleIdentityRefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Ask Apple whether a refresh token is still good: at most once a day for each.",
        discussion: """
            The token is read from standard input or --token-file. Give --last-checked-at to be held to once a day; Apple throttles those \
            who ask more often.

            The answer with --json: {"outcome","checkedAt","nextCheck"}, outcome being valid, invalid or undecided, with "error" for the \
            latter two, and with --reveal the new "accessToken" and "identityToken". Exits with 1 for invalid, with 70 for undecided.
            """)

    @OptionGroup var service: ServiceOptions

    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("The file that holds the token; standard input if left out.", valueName: "file"))
    var tokenFile: String?

    @Option(help: ArgumentHelp("When Apple was last asked about it, in seconds since 1970.", valueName: "seconds"))
    var lastCheckedAt: Int64?

    @Flag(help: "Print the new tokens.")
    var reveal = false

    func run() async throws {
        guard let token = RefreshToken(try SecretFile.text(tokenFile, named: "the refresh token")) else {
            throw CommandFailure(.usage, "the refresh token is empty, too long or not printable ASCII")
        }
        let schedule = RefreshTokenSchedule(lastCheckedAt: lastCheckedAt.map { Date(timeIntervalSince1970: Double($0)) })
        try await service.asking { client in
            let now = Date()
            guard let permission = schedule.permission(for: token, now: now) else {
                throw CommandFailure(.usage, "the token was checked within a day", hint: "Apple throttles those who ask more often")
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
        if !output.json { _ = CommandFailure(telling: failure, asJSON: false) }
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
    /// What --reveal shows.
    fileprivate var texts: [(name: String, text: String)] {
        let optional = [("refreshToken", replacement?.reveal()), ("identityToken", identityToken?.reveal())]
        return [("accessToken", accessToken.reveal())] + optional.compactMap { name, text in text.map { (name, $0) } }
    }
}

struct AppleIdentityRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Ask Apple to end a person's consent to the client.",
        discussion: """
            The token is read from standard input or --token-file: a refresh token, or with --access-token an access token. That Apple \
            accepts is no proof: it accepts revoked and reportedly made-up tokens as well. A revocation worked if Apple asks for the \
            name and e-mail address again at the next sign-in.

            The answer with --json: {"accepted":true,"acceptedAt"}. Exits with 1 where Apple refuses.
            """)

    @OptionGroup var service: ServiceOptions

    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("The file that holds the token; standard input if left out.", valueName: "file"))
    var tokenFile: String?

    @Flag(help: "The token is an access token.")
    var accessToken = false

    func run() async throws {
        let text = try SecretFile.text(tokenFile, named: "the token")
        guard let refresh = RefreshToken(text), let access = AccessToken(text) else {
            throw CommandFailure(.usage, "the token is empty, too long or not printable ASCII")
        }
        try await service.asking { client in
            do throws(AppleIdentityError) {
                let now = Date()
                let accepted = try await accessToken ? client.revoke(access, now: now) : client.revoke(refresh, now: now)
                show(accepted)
            } catch {
                throw CommandFailure(telling: error, asJSON: output.json)
            }
        }
    }

    private func show(_ accepted: AcceptedRevocation) {
        let terminal = Terminal()
        guard output.json else {
            terminal.result("accepted")
            terminal.hint("it worked if Apple asks for name and e-mail address at the next sign-in; acceptance alone is no proof")
            return
        }
        terminal.result(["accepted": true, "acceptedAt": .seconds(accepted.acceptedAt)])
    }
}
