import AuthenticationServices
import Foundation

/// Recovery of an account by a code that the server mails to a verified address of it.
extension AccountServerClient {
    /// A recovery that a mailed code opened: it sets a password or adds a passkey, once.
    struct Recovery: Decodable {
        /// The secret of the recovery.
        let recovery: String
        /// The user name of the account; nil if it has none.
        let username: String?
        /// Whether a second factor comes first.
        let factorRequired: Bool
        private let waitsUntil: String?

        /// The end of the account's waiting time; nil if it does not wait.
        var waitEnd: Date? { waitsUntil.flatMap { Date(ofServer: $0) } }
    }

    /// The passkeys and Apple Accounts from before a recovery: those that still sign in, and those that it suspended.
    struct Recovered: Decodable {
        struct Credentials: Decodable {
            struct AppleAccount: Decodable {
                let email: String?
            }

            struct Passkey: Decodable {
                let name: String
            }

            let apple: [AppleAccount]
            let passkeys: [Passkey]
        }

        let kept: Credentials
        let suspended: Credentials
    }

    /// Has a code mailed, and returns the secret that belongs to it. The response is the same for names without an account.
    ///
    /// - Parameter account: The user name or a verified address.
    func beginRecovery(of account: String) async throws -> String {
        struct Answer: Decodable {
            let secret: String
        }
        return try await send("POST", "v1/recovery", RequestBody(["account": account])).decoded(Answer.self).secret
    }

    /// Opens a recovery.
    ///
    /// - Throws: ``ServerProblem`` with `email-code-rejected` for a code that is wrong, expired or used.
    func openRecovery(_ secret: String, code: String) async throws -> Recovery {
        let body = RequestBody(["secret": secret, "emailCode": code])
        return try await send("POST", "v1/recovery/session", body).decoded(Recovery.self)
    }

    /// Responds to the second-factor challenge of a recovery.
    ///
    /// - Throws: ``ServerProblem`` with `factor-rejected` if the user may retry, and with `challenge-rejected` if not.
    func answer(_ challenge: FactorChallenge, by proof: FactorProof, in recovery: Recovery) async throws {
        var body = RequestBody(challenge, proof)
        body.texts["recovery"] = recovery.recovery
        _ = try await send("POST", "v1/recovery/factor", body)
    }

    /// Begins the waiting time of an account whose second factors are lost as well, and returns its end.
    func beginWait(in recovery: Recovery) async throws -> Date {
        struct Answer: Decodable {
            let waitsUntil: String
        }
        let body = RequestBody(["recovery": recovery.recovery])
        let answer = try await send("POST", "v1/recovery/wait", body).decoded(Answer.self)
        guard let end = Date(ofServer: answer.waitsUntil) else { throw URLError(.cannotParseResponse) }
        return end
    }

    /// Sets a new password, and ends the recovery and all sessions.
    ///
    /// - Parameter userName: The user name for an account without one.
    /// - Throws: ``ServerProblem`` with a challenge if a second factor comes first, and with `recovery-expired`.
    func setPassword(_ password: String, userName: String?, in recovery: Recovery) async throws -> Recovered {
        var body = RequestBody(["recovery": recovery.recovery, "newPassword": password])
        body.texts["username"] = userName
        return try await send("POST", "v1/recovery/password", body).decoded(Recovered.self)
    }

    /// Returns options for a passkey that ends the recovery. Throws the same errors as ``setPassword(_:userName:in:)``.
    func passkeyOptions(in recovery: Recovery) async throws -> PasskeyOptions {
        struct Answer: Decodable {
            let publicKey: PasskeyOptions
        }
        let body = RequestBody(["recovery": recovery.recovery])
        return try await send("POST", "v1/recovery/passkey-options", body).decoded(Answer.self).publicKey
    }

    /// Adds the passkey in place of the password, and ends the recovery and all sessions.
    func addPasskey(
        _ passkey: ASAuthorizationPlatformPublicKeyCredentialRegistration, in recovery: Recovery
    ) async throws -> Recovered {
        var body = RequestBody(["recovery": recovery.recovery])
        body.passkey = NewPasskey(passkey)
        return try await send("POST", "v1/recovery/passkey", body).decoded(Recovered.self)
    }
}
