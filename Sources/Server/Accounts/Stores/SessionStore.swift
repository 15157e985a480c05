package import InternetAddresses
package import Secrets

/// Sessions and known devices, found by digests of their tokens.
package protocol SessionStore: Sendable {
    /// Opens a session for an account whose password was verified at this version. Does nothing when the password has changed since
    /// or the account is gone: a sign-in that raced a password change must not survive it. The former password of an upgrade, which is the
    /// version before, opens sessions that say so (``Session/isByFormerPassword``), for as long as it signs in. Does nothing either when the account has a second
    /// factor: its sessions open by ``SecondFactorStore/completeSignIn(_:)``.
    ///
    /// Keeps at most ``Session/limit`` sessions and ``Device/limit`` devices an account, the least recently used give way.
    func open(_ opening: SessionOpening, passwordVersion: Int) async throws -> SessionOpeningOutcome

    /// The session and its account, unless it has ended or is past its expiry.
    func session(_ digest: TokenDigest, now: Timestamp) async throws -> StoredSession?

    /// Writes down a use: last use, idle expiry and address.
    func recordUse(of session: SessionID, at now: Timestamp, idleExpiry: Timestamp, address: IPAddress) async throws

    /// Gives the session a new token, unless it has ended or the password is no longer at the version that was verified: whoever
    /// showed the old password just before it changed must not take the session over.
    func renew(_ renewal: SessionRenewal, passwordVersion: Int, event: AuditEvent) async throws -> Bool

    /// The living sessions of an account, the last used first.
    func sessions(of account: AccountID, now: Timestamp) async throws -> [Session]

    /// Ends one session of this account, and keeps or forgets the device it was opened on. False when the account has no such
    /// session.
    func revoke(_ session: SessionID, of account: AccountID, device: DeviceFate, event: AuditEvent) async throws -> Bool

    /// Ends all sessions of an account but the one named, forgets their devices, and returns how many. Writes no event where none ended.
    func revokeAll(of account: AccountID, except: SessionID?, event: AuditEvent) async throws -> Int

    /// The device with this token, unless it was last used before `cutoff`.
    func device(_ digest: TokenDigest, usedSince cutoff: Timestamp) async throws -> Device?
}

/// What becomes of the device on which a session was opened.
package enum DeviceFate: Hashable, Sendable {
    /// Its owner signed out and will be back.
    case kept
    /// Whoever has it is a stranger from now on.
    case forgotten
}

package enum SessionOpeningOutcome: Hashable, Sendable {
    case opened
    case superseded
    /// The account has a second factor.
    case factorRequired
}

/// A living session as a store finds it.
package struct StoredSession: Sendable {
    package let session: Session
    package let account: Account

    package init(session: Session, account: Account) {
        self.session = session
        self.account = account
    }
}
