package import InternetAddresses
package import Secrets

/// Stores sessions and known devices by the digests of their tokens.
package protocol SessionStore: Sendable {
    /// Opens a session for an account whose password was verified at this version. Does nothing if the account was deleted or the
    /// password has changed: a sign-in that races with a password change must not survive it. Does nothing if the account has a
    /// second factor; ``SecondFactorStore/completeSignIn(_:)`` opens its sessions.
    ///
    /// The former password of an upgrade has the previous version. While it is valid, it opens sessions that are marked accordingly
    /// (``Session/isByFormerPassword``).
    ///
    /// An account keeps at most ``Session/limit`` sessions and ``Device/limit`` devices; new ones replace the least recently used.
    ///
    /// - Parameter charges: refunded with every outcome, because the password was right. If this throws ``AccountLocked``, the caller
    ///   refunds them.
    func open(
        _ opening: SessionOpening, passwordVersion: Int, refunding charges: [ThrottleCharge]
    ) async throws -> SessionOpeningOutcome

    /// Returns the session and its account, or nil if it has ended or expired.
    func session(_ digest: TokenDigest, now: Timestamp) async throws -> StoredSession?

    /// Returns whether a change of the password ended the session of this token, which would be valid otherwise.
    func isEndedByPasswordChange(_ digest: TokenDigest, now: Timestamp) async throws -> Bool

    /// Records a use: the time, the new idle expiry and the address.
    func recordUse(of session: SessionID, at now: Timestamp, idleExpiry: Timestamp, address: IPAddress) async throws

    /// Gives the session a new token, unless the session has ended or the password has changed since it was verified. A client that
    /// proved the old password just before the change must not take over the session.
    func renew(_ renewal: SessionRenewal, passwordVersion: Int, event: AuditEvent) async throws -> Bool

    /// Returns the valid sessions of an account, the most recently used first.
    func sessions(of account: AccountID, now: Timestamp) async throws -> [Session]

    /// Ends one session of this account, and keeps or forgets the device that opened it. Returns false if the account has no such
    /// session.
    func revoke(_ session: SessionID, of account: AccountID, device: DeviceEffect, event: AuditEvent) async throws -> Bool

    /// Ends all sessions of an account except the given one, forgets their devices, and returns the number of ended sessions.
    /// Records no event if none ended.
    func revokeAll(of account: AccountID, except: SessionID?, event: AuditEvent) async throws -> Int

    /// Ends all sessions of the event's account for its owner, forgets their devices, and ends the waiting time and the open
    /// recoveries of the account with their notices. While a recovery waits, requires a session that proved the account's second
    /// factor or, without one, its passkey, and otherwise changes nothing. Without a wait, a session that did not prove it leaves the
    /// open recoveries.
    ///
    /// - Parameter recoveryEvent: recorded if a recovery ended.
    func revokeAll(by session: SessionID, event: AuditEvent, recoveryEvent: AuditEvent) async throws -> FullRevocationResult

    /// Returns the device of this token, unless it was last used before `cutoff`.
    func device(_ digest: TokenDigest, usedSince cutoff: Timestamp) async throws -> Device?
}

package enum FullRevocationResult: Hashable, Sendable {
    /// The number of sessions that ended.
    case ended(Int, withRecovery: Bool)
    /// A recovery waits, and the session did not prove the account's second factor or passkey.
    case factorRequired
    case sessionEnded
}

/// The effect on the device that opened a session.
package enum DeviceEffect: Hashable, Sendable {
    /// The device stays known: its owner signed out and will return.
    case kept
    /// The device is no longer known.
    case forgotten
}

package enum SessionOpeningOutcome: Hashable, Sendable {
    case opened
    case superseded
    /// The account has a second factor.
    case factorRequired
}

/// A valid session, as read from a store.
package struct StoredSession: Sendable {
    package let session: Session
    package let account: Account

    package init(session: Session, account: Account) {
        self.session = session
        self.account = account
    }
}
