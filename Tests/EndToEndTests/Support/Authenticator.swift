import AppleIdentityEmulator
import Foundation
import HTTPTypes
import JSONText
import OneTimeCodes
import Testing

/// A user's authenticator app, set up at the account server.
struct Authenticator: Sendable {
    private let totp: TOTP
    private let clock: EmulatedClock
    /// Shown once.
    let recoveryCodes: [String]

    /// Sets up the app as a second factor of the account, in the session of this token.
    ///
    /// - Parameter clock: the server's clock.
    init(_ clock: EmulatedClock, _ client: AppleBenchClient, session: String) async throws {
        let begun = try await client.send(.post, "/v1/account/totp", token: session)
        guard case .totp(let totp) = try OTPAuthURI(try begun.text("uri")).kind else {
            throw AppleBenchClient.Answer.Missing(path: ["uri"], body: "")
        }
        self.totp = totp
        self.clock = clock
        let code = try #require(totp.password(at: clock.now))
        let confirmed = try await client.send(
            .post, "/v1/account/totp/confirmation", token: session, json: ["code": .string(code)])
        recoveryCodes = confirmed.json["recoveryCodes"]?.array?.compactMap(\.string) ?? []
        #expect(recoveryCodes.count == 10)
    }

    /// The next code, a minute later, because each is accepted once.
    func code() throws -> String {
        clock.advance(by: 60)
        return try #require(totp.password(at: clock.now))
    }
}
