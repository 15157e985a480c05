import OneTimeCodes
import Secrets

/// A generator that is being set up, with the data for the owner's authenticator app. It is shown only once.
package struct TOTPEnrolment: Sendable, Redacted {
    /// The `otpauth:` URI, for a QR code.
    package let uri: String
    /// The secret in Base32, for typing where a QR code cannot be scanned: 32 letters and digits.
    package let secret: String
}

package enum TOTPEnrolmentOutcome: Sendable {
    case begun(TOTPEnrolment)
    /// The account has a confirmed generator, which must be removed first.
    case alreadySet
    case reauthenticationRequired
    case sessionEnded
}

/// The result of confirming a new generator with its first code.
package enum TOTPConfirmationOutcome: Sendable {
    /// The session has a new token. Recovery codes are created with the first second factor of an account and shown only once.
    case confirmed(SignedIn, recoveryCodes: [RecoveryCode]?)
    /// The code is wrong, or no generator of this session waits to be confirmed.
    case rejected
    case reauthenticationRequired
    case throttled(retryAfter: Duration)
    /// The session ended in the meantime, or ends now after too many wrong codes.
    case sessionEnded
}

package enum FactorRemovalOutcome: Hashable, Sendable {
    case removed
    case missing
    case reauthenticationRequired
    case sessionEnded
}

extension SecondFactorService {
    /// Starts to set up a generator, which replaces one that was never confirmed. It becomes a second factor when this session confirms
    /// it, within an hour. No other session sees its secret, because an attacker who knows the password may have one.
    ///
    /// - Parameter issuer: the name of the service, as shown in authenticator apps.
    package func beginTOTP(of active: ActiveSession, issuer: String, now: Timestamp) async throws -> TOTPEnrolmentOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let secret = random.bytes(OneTimePasswordAlgorithm.sha1.recommendedKeyLength)
        let (id, account) = (TOTPID(random: random), active.account.id)
        guard let totp = TOTPSealer.totp(secret), let enrolment = Self.enrolment(totp, of: active.account, issuer: issuer) else {
            throw StoreError(.failed, reason: "the otpauth URI cannot be created")
        }
        let stored = StoredTOTP(id: id, account: account, sealed: try sealer.seal(secret, of: id, account), createdAt: now)
        return switch try await stores.beginTOTP(stored, by: active.session.id, now: now) {
        case .begun: .begun(enrolment)
        case .alreadySet: .alreadySet
        case .sessionEnded: .sessionEnded
        }
    }

    /// Returns the unconfirmed generator of this session, so that it can be shown again. Returns nil if none waits, or without recent
    /// authentication.
    package func waitingTOTP(of active: ActiveSession, issuer: String, now: Timestamp) async throws -> TOTPEnrolment? {
        guard accounts.isRecentlyAuthenticated(active, now: now), let stored = try await waiting(in: active, now: now) else {
            return nil
        }
        return Self.enrolment(try sealer.verifier(of: stored).totp, of: active.account, issuer: issuer)
    }

    /// Confirms a generator with its first code; from then on it is a second factor. A late code is accepted as well, and shows
    /// that the device's clock is slow. A wrong code is charged only to the session, which has seen the secret and has nothing to
    /// guess.
    package func confirmTOTP(
        _ code: String, of active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> TOTPConfirmationOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let charges = [accounts.failureCharge(of: active)]
        switch try await stores.charge(charges, now: now) {
        case .exhausted(let retryAfter):
            return try await accounts.endIfExhausted(active, client: client, now: now)
                ? .sessionEnded : .throttled(retryAfter: retryAfter)
        case .admitted: break
        }
        guard let stored = try await waiting(in: active, now: now) else { return .rejected }
        var verifier = try sealer.verifier(of: stored)
        guard let step = verifier.step(of: code, now: now) else { return .rejected }
        try await stores.refund(charges, now: now)

        let codes = RecoveryCode.set(random: random)
        let renewed = RenewedSession(
            of: active, account: active.account.secondFactor(since: active.account.secondFactorSince ?? now),
            authenticatedAt: active.session.authenticatedAt, factorAuthenticatedAt: now, token: OpaqueToken(random: random))
        let addition = FactorAddition(
            account: active.account.id, session: active.session.id, renewal: renewed.renewal,
            recoveryCodes: codes.map(\.digest), event: event(.totpAdded, active.account.id, by: client, at: now),
            recoveryEvent: event(.recoveryCancelled, active.account.id, by: client, at: now))
        let wait = try await stores.recoveryWait(of: active.account.id, now: now)
        switch try await stores.confirmTOTP(stored.id, step: step.number, isLate: step.isLate, addition) {
        case .superseded: return .rejected
        case .sessionEnded: return .sessionEnded
        case .added(let withRecoveryCodes):
            [wait.map { _ in addition.recoveryEvent }, addition.event].compactMap(\.self).forEach(accounts.report)
            return .confirmed(renewed.signedIn, recoveryCodes: withRecoveryCodes ? codes : nil)
        }
    }

    private func waiting(in active: ActiveSession, now: Timestamp) async throws -> StoredTOTP? {
        try await stores.waitingTOTP(of: active.account.id, begunBy: active.session.id, now: now)
    }

    /// Removes the generator. With the last factor the recovery codes are deleted as well.
    package func removeTOTP(of active: ActiveSession, client: Client, now: Timestamp) async throws -> FactorRemovalOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let event = event(.totpRemoved, active.account.id, by: client, at: now)
        return try await removal(event) { try await stores.removeTOTP(by: active.session.id, event: event) }
    }

    func removal(
        _ event: AuditEvent, _ remove: () async throws -> FactorRemovalResult
    ) async throws -> FactorRemovalOutcome {
        switch try await remove() {
        case .missing: return .missing
        case .sessionEnded: return .sessionEnded
        case .removed:
            accounts.report(event)
            return .removed
        }
    }

    private static func enrolment(_ totp: TOTP, of account: Account, issuer: String) -> TOTPEnrolment? {
        let name = label(account.userName?.text ?? account.id.description)
        guard let uri = OTPAuthURI(.totp(totp), account: name, issuer: label(issuer)) else { return nil }
        return TOTPEnrolment(uri: uri.unprotectedText, secret: totp.hotp.key.unprotectedBase32)
    }

    /// A colon separates issuer and account in a label, so neither may contain one.
    private static func label(_ text: String) -> String {
        let label = text.unicodeScalars.map { $0 == ":" || !$0.isShown ? " " : $0 }
        return String(String.UnicodeScalarView(label).prefix(100))
    }
}
