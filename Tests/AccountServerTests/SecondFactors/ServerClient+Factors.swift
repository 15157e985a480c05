import Accounts
import Crypto
import FoundationEssentials
import HTTPTypes
import JSONText
import OneTimeCodes
import Secrets
import Testing

@testable import AccountServer

/// An owner's authenticator app, set up over the API.
struct Authenticator {
    let totp: TOTP
    /// The recovery codes, shown once.
    let recoveryCodes: [String]
    /// The token of the session that set it up.
    let token: String

    func code(_ clock: ManualClock) throws -> String {
        try #require(totp.password(at: Date(timeIntervalSince1970: Double(clock.now.milliseconds) / 1_000)))
    }
}

extension ServerClient {
    /// Turns two-factor authentication on in the session of this token.
    func turnOn(_ token: String, _ clock: ManualClock) async throws -> Authenticator {
        let begun = try await send(.post, "/v1/account/totp", token: token)
        guard case .totp(let totp) = try OTPAuthURI(try begun.text("uri")).kind else {
            throw ServerAnswer.Missing(path: ["uri"], body: begun.text)
        }
        let code = try #require(totp.password(at: Date(timeIntervalSince1970: Double(clock.now.milliseconds) / 1_000)))
        let confirmed = try await send(.post, "/v1/account/totp/confirmation", token: token, json: ["code": .string(code)])
        let codes = confirmed.json["recoveryCodes"]?.array?.compactMap(\.string) ?? []
        return Authenticator(totp: totp, recoveryCodes: codes, token: try confirmed.text("session", "token"))
    }

    func answer(
        _ challenge: String, _ members: [(String, JSONValue)], token: String? = nil
    ) async throws -> ServerAnswer {
        let body = JSONValue.object(JSONObject([("challenge", .string(challenge))] + members))
        return try await send(.post, "/v1/sessions/factor", token: token, json: body)
    }
}

extension Browser {
    /// Turns two-factor authentication on with the pages, and returns the authenticator app and the recovery codes.
    mutating func turnOnAuthenticator(at now: Timestamp) async throws -> (TOTP, codes: [String]) {
        let page = try await submit(try await open("/account/second-factors"), to: "/account/second-factors/authenticator/begin")
        #expect(page.text.contains("<svg"))
        let shown = try #require(page.text.firstMatch(of: /<p class="secret"><code>([A-Z2-7 ]+)<\/code>/))
        let key = try #require(OneTimePasswordKey(try Base32.decodeTyped(String(shown.1))))
        let totp = try #require(HOTP(key).flatMap { TOTP($0) })
        let code = try #require(totp.password(at: Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000)))
        let done = try await submit(page, to: "/account/second-factors/authenticator", ["code": code])
        #expect(done.answer.headers[.contentLanguage] == page.answer.headers[.contentLanguage])
        return (totp, done.text.matches(of: /<code>([a-z2-7-]{29})<\/code>/).map { String($0.1) })
    }
}
