package import PasswordHashing
package import Secrets

/// Stores recoveries: the sessions that codes open (``MailedCodeStore``), and the waiting times.
///
/// An operation with messages queues them in the same transaction, as jobs of the kind ``JobKind/mail``. Its event seals the notices
/// (``AuditEvent/notices``).
package protocol RecoveryStore: Sendable {
    /// Counts an attempt at a code. If the code is right, uses it up and opens a recovery session. Of several simultaneous uses of a
    /// code, one succeeds.
    ///
    /// - Parameter event: for the account of the code; its time is the time of the operation.
    func openRecovery(
        by use: MailedCodeUse, session: TokenDigest, expiresAt: Timestamp, event: AuditEvent
    ) async throws -> RecoveryOpeningResult

    /// Returns a recovery session that has not expired, unless the password of its account has changed.
    func recoverySession(_ digest: TokenDigest, now: Timestamp) async throws -> RecoverySession?

    /// Uses up the factor and the challenge, records the proof in the recovery session, and ends the waiting time. See
    /// ``SecondFactorStore/completeStepUp(_:)``.
    func completeRecoveryFactor(_ completion: FactorRecoveryCompletion) async throws -> FactorCompletionResult

    /// Uses up a recovery session, sets the password or adds the passkey, ends all sessions, devices, links for passwords and
    /// recoveries of the account, and queues the notices. A passkey replaces the password, which a client other than the owner may
    /// know, and uses up its challenge, also if it is rejected. Without a proved second factor, it also removes the addresses that
    /// were verified later than the one that opened the session. It suspends the passkeys and Apple identities that are older than
    /// the verification of that address. If the waiting time replaced the second factor, removes the second factors. Otherwise
    /// changes nothing.
    func completeRecovery(_ completion: RecoveryCompletion) async throws -> RecoveryCompletionResult

    /// Makes a suspended credential of the event's account usable again.
    func confirm(
        _ credential: SuspendedCredential, by session: SessionID, event: AuditEvent
    ) async throws -> CredentialConfirmationResult

    /// Begins the waiting time of a recovery session's account, unless it waits already, and queues the notices.
    ///
    /// - Parameter undo: the code that cancels the waiting time, and is valid until its end. The notices contain it, except those to
    ///   addresses that were verified later than the one that opened the session: a client that had the password may have added them.
    func begin(
        _ wait: RecoveryWait, undo: UndoCode, by session: TokenDigest, event: AuditEvent
    ) async throws -> RecoveryWaitResult

    /// Returns the waiting time of an account that still has an effect.
    func recoveryWait(of account: AccountID, now: Timestamp) async throws -> RecoveryWait?

    /// Removes the waiting time, the codes and the recovery sessions of the event's account, and queues the notices.
    func cancelRecoveryWait(by session: SessionID, event: AuditEvent) async throws -> RecoveryCancellationResult

    /// Does the same for the account whose waiting time this code cancels, and returns the account. Returns nil and changes nothing if
    /// the waiting time has ended or was never begun. Of several simultaneous uses of a code, one succeeds.
    ///
    /// - Parameter event: for the account of the code; its time is the time of the operation.
    func cancelRecoveryWait(byCode code: TokenDigest, event: AuditEvent) async throws -> AccountID?
}

package enum RecoveryOpeningResult: Hashable, Sendable {
    case opened(RecoverySession)
    case wrong(attemptsLeft: Int)
    /// No code was stored for this holder, or it was used, has expired or has no attempts left.
    case missing
}

package struct FactorRecoveryCompletion: Sendable {
    package let challenge: TokenDigest
    package let use: FactorUse
    package let recovery: TokenDigest
    package let event: AuditEvent
    /// Records the use of a recovery code; nil for other factors.
    package let codeEvent: AuditEvent?

    package init(
        challenge: TokenDigest, use: FactorUse, recovery: TokenDigest, event: AuditEvent, codeEvent: AuditEvent? = nil
    ) {
        self.challenge = challenge
        self.use = use
        self.recovery = recovery
        self.event = event
        self.codeEvent = codeEvent
    }
}

/// The values that a store writes in one transaction when a recovery completes.
package struct RecoveryCompletion: Sendable {
    package let session: TokenDigest
    package let credential: RecoveredCredential
    /// Its time is also that of the change.
    package let event: AuditEvent
    /// Recorded if the second factors are removed.
    package let factorEvent: AuditEvent
    /// Recorded if addresses are removed.
    package let addressEvent: AuditEvent
    /// Recorded if credentials are suspended.
    package let suspensionEvent: AuditEvent

    package init(
        session: TokenDigest, credential: RecoveredCredential, event: AuditEvent, factorEvent: AuditEvent,
        addressEvent: AuditEvent, suspensionEvent: AuditEvent
    ) {
        self.session = session
        self.credential = credential
        self.event = event
        self.factorEvent = factorEvent
        self.addressEvent = addressEvent
        self.suspensionEvent = suspensionEvent
    }
}

/// The credential that a recovery gives to an account.
package enum RecoveredCredential: Sendable {
    /// - userName: nil to keep the account's user name.
    case password(PasswordHash, userName: UserName?)
    case passkey(Passkey, using: UsedChallenge)

    /// Returns the notice to the account's addresses.
    package func notice(at now: Timestamp, from source: NoticeSource) -> AccountMail {
        switch self {
        case .password: .passwordRecovered(at: now, from: source)
        case .passkey: .passkeyRecovered(at: now, from: source)
        }
    }
}

package enum RecoveryCompletionResult: Hashable, Sendable {
    case recovered(removedFactors: Bool, removedAddresses: Bool, suspendedCredentials: Bool = false)
    case factorRequired
    case userNameTaken
    /// The challenge of the passkey was already answered.
    case challengeUsed
    /// An account has the credential of the passkey.
    case credentialTaken
    /// The account already has ``Passkey/limit`` passkeys.
    case tooManyPasskeys
    case ended
}

package enum CredentialConfirmationResult: Hashable, Sendable {
    case confirmed
    case missing
    case sessionEnded
}

package enum RecoveryWaitResult: Hashable, Sendable {
    case begun
    case alreadyWaiting(until: Timestamp)
    case ended
}

package enum RecoveryCancellationResult: Hashable, Sendable {
    case cancelled
    case missing
    case factorRequired
    case sessionEnded
}
