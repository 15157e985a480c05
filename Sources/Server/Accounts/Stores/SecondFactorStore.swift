package import Secrets

/// Stores second factors and their challenges.
///
/// An account has a second factor from its first confirmed generator or device key until the last one is removed.
/// ``Account/secondFactorSince`` is written in the same transaction. An operation that changes factors does nothing and returns
/// `sessionEnded` if the requesting session has ended, or did not prove the second factor of an account that has one.
package protocol SecondFactorStore: Sendable {
    func secondFactors(of account: AccountID) async throws -> SecondFactors

    /// Returns the generator, confirmed or not.
    func totp(of account: AccountID) async throws -> StoredTOTP?

    /// Returns the unconfirmed generator that this session began within ``StoredTOTP/confirmationTime``.
    func waitingTOTP(of account: AccountID, begunBy session: SessionID, now: Timestamp) async throws -> StoredTOTP?

    /// Stores an unconfirmed generator, which replaces another unconfirmed one. Does nothing if one is confirmed.
    func beginTOTP(_ totp: StoredTOTP, by session: SessionID, now: Timestamp) async throws -> TOTPBeginning

    /// Confirms the generator, if it is still unconfirmed and this session began it. The session gets its new token.
    func confirmTOTP(
        _ id: TOTPID, step: Int64, isLate: Bool, _ addition: FactorAddition
    ) async throws -> FactorAdditionResult

    /// Records that the code of this step was late and rejected, unless that code or a later one was accepted.
    func recordLateStep(_ step: Int64, of id: TOTPID, _ account: AccountID) async throws

    /// Adds a key, unless the account already has it or has ``DeviceKey/limit`` keys.
    func add(_ key: DeviceKey, _ addition: FactorAddition) async throws -> DeviceKeyAdditionResult

    /// Removes the generator of the event's account. Removing the last factor also deletes the recovery codes; this holds for all
    /// removals.
    func removeTOTP(by session: SessionID, event: AuditEvent) async throws -> FactorRemovalResult

    func removeDeviceKey(_ id: DeviceKeyID, by session: SessionID, event: AuditEvent) async throws -> FactorRemovalResult

    /// Replaces all recovery codes of the event's account, including used ones.
    func replaceRecoveryCodes(
        with codes: [TokenDigest], by session: SessionID, event: AuditEvent
    ) async throws -> RecoveryCodesResult

    /// Removes every factor and recovery code. Returns false and records no event if the account has none.
    func removeSecondFactors(of account: AccountID, event: AuditEvent) async throws -> Bool

    /// Stores a challenge. A session has at most one, and an account at most ``FactorChallenge/limit`` for sign-in; a new one
    /// replaces the oldest.
    func add(_ challenge: StoredFactorChallenge) async throws

    /// Returns the challenge of a sign-in, or nil if it does not exist or has expired. Does not count as an answer.
    func factorChallenge(_ digest: TokenDigest, now: Timestamp) async throws -> StoredFactorChallenge?

    /// Counts an answer to a challenge and returns the challenge. Returns nil if it does not exist, has expired, has had
    /// ``FactorChallenge/attempts`` answers, or is not bound to `session` (nil for a sign-in). The count is exact for simultaneous
    /// answers.
    func takeFactorAttempt(
        at challenge: TokenDigest, in session: SessionID?, now: Timestamp
    ) async throws -> StoredFactorChallenge?

    /// Deletes a challenge, which no answer then completes. Has no effect if it does not exist.
    func removeFactorChallenge(_ digest: TokenDigest) async throws

    /// Uses up the factor and the challenge and opens the session, if both still exist and the first factor is still valid.
    /// Otherwise changes nothing.
    func completeSignIn(_ completion: FactorSignInCompletion) async throws -> FactorCompletionResult

    /// Uses up the factor and the challenge and renews the session, under the same conditions.
    func completeStepUp(_ completion: FactorStepUpCompletion) async throws -> FactorCompletionResult
}

/// The values that a store writes together with a new factor.
package struct FactorAddition: Sendable {
    package let account: AccountID
    /// The requesting session.
    package let session: SessionID
    /// A new token for that session; nil to keep the current one.
    package let renewal: SessionRenewal?
    /// The digests of recovery codes, which are stored only if the account had no second factor before.
    package let recoveryCodes: [TokenDigest]
    package let event: AuditEvent
    /// Recorded with its notice if the new factor ends the waiting time of a recovery.
    package let recoveryEvent: AuditEvent
}

package struct FactorSignInCompletion: Sendable {
    package let challenge: TokenDigest
    package let use: FactorUse
    package let opening: SessionOpening
    /// Records the use of a recovery code; nil for other factors.
    package let codeEvent: AuditEvent?
    /// The event to record if the passkey that was the first factor replaces the password; nil for another first factor.
    package let passwordRemoval: AuditEvent?

    package init(
        challenge: TokenDigest, use: FactorUse, opening: SessionOpening, codeEvent: AuditEvent? = nil,
        passwordRemoval: AuditEvent? = nil
    ) {
        self.challenge = challenge
        self.use = use
        self.opening = opening
        self.codeEvent = codeEvent
        self.passwordRemoval = passwordRemoval
    }
}

package struct FactorStepUpCompletion: Sendable {
    package let challenge: TokenDigest
    package let use: FactorUse
    package let renewal: SessionRenewal
    package let event: AuditEvent
    /// Records the use of a recovery code; nil for other factors.
    package let codeEvent: AuditEvent?
    /// Recorded with its notice if the proof ends the waiting time of a recovery.
    package let recoveryEvent: AuditEvent?

    package init(
        challenge: TokenDigest, use: FactorUse, renewal: SessionRenewal, event: AuditEvent, codeEvent: AuditEvent? = nil,
        recoveryEvent: AuditEvent? = nil
    ) {
        self.challenge = challenge
        self.use = use
        self.renewal = renewal
        self.event = event
        self.codeEvent = codeEvent
        self.recoveryEvent = recoveryEvent
    }
}

package enum FactorCompletionResult: Hashable, Sendable {
    case completed
    /// The sign-in was completed, and the passkey that was its first factor replaced the password.
    case replacedPassword
    /// The step, code or key was used or removed after it was verified.
    case factorUsed
    /// The challenge was answered elsewhere or has expired; or the session has ended, or the first factor is no longer valid.
    case challengeInvalid
}

package enum TOTPBeginning: Hashable, Sendable {
    case begun
    case alreadySet
    case sessionEnded
}

package enum FactorAdditionResult: Hashable, Sendable {
    case added(withRecoveryCodes: Bool)
    /// The generator was confirmed or replaced by another request at the same time.
    case superseded
    case sessionEnded
}

package enum DeviceKeyAdditionResult: Hashable, Sendable {
    case added(withRecoveryCodes: Bool)
    case alreadyAdded
    case tooMany
    case sessionEnded
}

package enum FactorRemovalResult: Hashable, Sendable {
    case removed
    case missing
    case sessionEnded
}

package enum RecoveryCodesResult: Hashable, Sendable {
    case replaced
    case noFactor
    case sessionEnded
}
