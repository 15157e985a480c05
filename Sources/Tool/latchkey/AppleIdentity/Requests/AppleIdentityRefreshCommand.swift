import AppleIdentity
import ArgumentParser
import Foundation
import JSONText

/// `latchkey apple-identity refresh`.
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
    fileprivate var parts: (name: String, tokens: RefreshedTokens?, failure: AppleServiceError?) {
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
