package import Secrets

/// Second factors, and the challenges to show them.
///
/// An account has a second factor from its first confirmed generator or device key to its last: ``Account/secondFactorSince`` says so, and is
/// written in the same step. What changes factors does nothing when the session that asks has ended.
package protocol SecondFactorStore: Sendable {
    func secondFactors(of account: AccountID) async throws -> SecondFactors

    /// The generator, confirmed or not.
    func totp(of account: AccountID) async throws -> StoredTOTP?

    /// Keeps a generator to be confirmed, in place of one that was not; does nothing where one is confirmed.
    func beginTOTP(_ totp: StoredTOTP, by session: SessionID, now: Timestamp) async throws -> TOTPBeginning

    /// Makes the generator a factor, if it still waits for that and a code of this step was not taken. The session gets its new token.
    func confirmTOTP(
        _ id: TOTPID, step: Int64, isLate: Bool, _ addition: FactorAddition
    ) async throws -> FactorAdditionResult

    /// Keeps that the code of this step came late and was refused, unless that code, or a later one, was taken.
    func recordLateStep(_ step: Int64, of id: TOTPID, _ account: AccountID) async throws

    /// Adds a key, unless the account has it or has ``DeviceKey/limit``.
    func add(_ key: DeviceKey, _ addition: FactorAddition) async throws -> DeviceKeyAdditionResult

    /// Removes the generator of the event's account. With the last factor the recovery codes go, as in all removals.
    func removeTOTP(by session: SessionID, event: AuditEvent) async throws -> FactorRemovalResult

    func removeDeviceKey(_ id: DeviceKeyID, by session: SessionID, event: AuditEvent) async throws -> FactorRemovalResult

    /// Replaces all recovery codes of the event's account, used ones too.
    func replaceRecoveryCodes(
        with codes: [TokenDigest], by session: SessionID, event: AuditEvent
    ) async throws -> RecoveryCodesResult

    /// Removes every factor and code. False, and no event, where there is none.
    func removeSecondFactors(of account: AccountID, event: AuditEvent) async throws -> Bool

    /// Keeps a challenge. A session has one at a time, an account at most ``FactorChallenge/limit`` for signing in: the oldest give way.
    func add(_ challenge: StoredFactorChallenge) async throws

    /// The challenge of a sign-in, unless it is not there or expired. Counts nothing.
    func factorChallenge(_ digest: TokenDigest, now: Timestamp) async throws -> StoredFactorChallenge?

    /// Counts an answer to a challenge and returns it, unless it is not there, expired, bound to another session or to signing in (nil), or
    /// has had its ``FactorChallenge/attempts``. Of any number of answers at once so many get it.
    func takeFactorAttempt(
        at challenge: TokenDigest, in session: SessionID?, now: Timestamp
    ) async throws -> StoredFactorChallenge?

    /// Uses up the factor and the challenge and opens the session, if both are still there and what was shown first still holds. In all
    /// other cases nothing is changed.
    func completeSignIn(_ completion: FactorSignInCompletion) async throws -> FactorCompletionResult

    /// Uses up the factor and the challenge and renews the session, as above.
    func completeStepUp(_ completion: FactorStepUpCompletion) async throws -> FactorCompletionResult
}

/// What a store writes besides a new factor.
package struct FactorAddition: Sendable {
    package let account: AccountID
    /// Where it was asked for.
    package let session: SessionID
    /// A new token for that session; nil to leave it.
    package let renewal: SessionRenewal?
    /// Kept where the account had no second factor before, and else thrown away.
    package let recoveryCodes: [TokenDigest]
    package let event: AuditEvent
}

package struct FactorSignInCompletion: Sendable {
    package let challenge: TokenDigest
    package let use: FactorUse
    package let opening: SessionOpening
    /// That a recovery code was used; nil for other factors.
    package let codeEvent: AuditEvent?

    package init(challenge: TokenDigest, use: FactorUse, opening: SessionOpening, codeEvent: AuditEvent? = nil) {
        self.challenge = challenge
        self.use = use
        self.opening = opening
        self.codeEvent = codeEvent
    }
}

package struct FactorStepUpCompletion: Sendable {
    package let challenge: TokenDigest
    package let use: FactorUse
    package let renewal: SessionRenewal
    package let event: AuditEvent
    /// That a recovery code was used; nil for other factors.
    package let codeEvent: AuditEvent?

    package init(
        challenge: TokenDigest, use: FactorUse, renewal: SessionRenewal, event: AuditEvent, codeEvent: AuditEvent? = nil
    ) {
        self.challenge = challenge
        self.use = use
        self.renewal = renewal
        self.event = event
        self.codeEvent = codeEvent
    }
}

package enum FactorCompletionResult: Hashable, Sendable {
    case completed
    /// The step, code or key was used up or removed since it was found right.
    case factorUsed
    /// Answered elsewhere, or expired; or the session ended, or what was shown first holds no longer.
    case challengeGone
}

package enum TOTPBeginning: Hashable, Sendable {
    case begun
    case alreadySet
    case sessionEnded
}

package enum FactorAdditionResult: Hashable, Sendable {
    case added(withRecoveryCodes: Bool)
    /// It was confirmed or replaced elsewhere, at the same moment.
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
