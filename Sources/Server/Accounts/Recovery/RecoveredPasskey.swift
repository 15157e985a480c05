package import Secrets
package import WebAuthn

/// The result of ``RecoveryService/beginPasskey(with:in:now:)``.
package enum RecoveryPasskeyBeginning: Sendable {
    case begun(PasskeyCreation)
    /// The account already has ``Passkey/limit`` passkeys. The recovery can set a password.
    case tooMany
    case factorRequired
    /// The recovery session has ended.
    case ended
}

/// The result of ``RecoveryService/addPasskey(_:with:in:now:)``.
package enum RecoveryPasskeyOutcome: Sendable {
    /// The passkey is added, and the password is removed. All sessions of the account have ended and its devices are forgotten.
    case recovered
    /// The challenge was not issued for this recovery session, was already answered, or has expired.
    case challengeRejected
    case rejected(WebAuthnError)
    /// The credential already belongs to an account, which may be this one.
    case credentialTaken
    case tooMany
    case factorRequired
    case throttled(retryAfter: Duration)
    /// The recovery session has ended.
    case ended
}

extension RecoveryService {
    /// Begins to create a passkey in a recovery session. The challenge is bound to the session, and requires the same second factor as
    /// a new password.
    package func beginPasskey(
        with passkeys: PasskeyService, in token: OpaqueToken, now: Timestamp
    ) async throws -> RecoveryPasskeyBeginning {
        guard let session = try await session(token, now: now) else { return .ended }
        guard !session.requiresFactor(at: now) else { return .factorRequired }
        let account = session.account
        switch try await passkeys.creation(of: account, for: .recovery(token.digest, account.id), now: now) {
        case .begun(let creation): return .begun(creation)
        case .tooMany: return .tooMany
        case .accountMissing: return .ended
        }
    }

    /// Adds a passkey to a recovery session's account, and completes the recovery like a new password
    /// (``complete(_:by:in:of:event:now:)``). The passkey replaces the account's password, because a client other than the owner may
    /// know it.
    package func addPasskey(
        _ registration: PasskeyRegistration, with passkeys: PasskeyService, in token: OpaqueToken, now: Timestamp
    ) async throws -> RecoveryPasskeyOutcome {
        guard let session = try await session(token, now: now) else { return .ended }
        guard !session.requiresFactor(at: now) else { return .factorRequired }
        let account = session.account.id
        let charges = passkeys.failureCharges(of: token.digest)
        if case .exhausted(let retryAfter) = try await stores.charge(charges, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        guard
            let issued = passkeys.challenges.recognize(
                registration.response.claimedChallenge, for: [.recovery(token.digest, account)], now: now),
            let user = try await stores.userHandle(of: account, orElse: nil)
        else { return .challengeRejected }
        let verified: VerifiedRegistration
        do throws(WebAuthnError) {
            verified = try await passkeys.verify(registration, for: issued, user: user, mediation: .modal, now: now)
        } catch {
            try await passkeys.fail(issued, nil)
            return .rejected(error)
        }
        let passkey = try passkeys.passkey(verified, registration, of: account, issued, mediation: .modal, now: now)
        let result = try await complete(
            .passkey(passkey, using: issued.used), by: registration.client, in: token, of: account, event: .passkeyRecovered,
            now: now)
        switch result {
        case .recovered:
            try await stores.refund(charges, now: now)
            return .recovered
        case .ended: return .ended
        case .factorRequired: return .factorRequired
        case .challengeUsed: return .challengeRejected
        case .credentialTaken: return .credentialTaken
        case .tooManyPasskeys: return .tooMany
        case .userNameTaken: throw StoreError(.failed, reason: "a recovery with a passkey was rejected for a user name")
        }
    }
}
