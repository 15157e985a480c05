package import WebAuthn

/// Stores passkeys, the user handles of accounts, and used challenges.
///
/// An operation with a challenge uses it up in the same transaction. If the challenge was already used, the operation changes nothing
/// and returns `challengeUsed`. Of several concurrent uses, one succeeds.
package protocol PasskeyStore: Sendable {
    /// Returns the passkey with a credential ID, and its account.
    func passkey(_ credential: CredentialID) async throws -> StoredPasskey?

    /// Returns the passkeys of an account, in the order in which they were added.
    func passkeys(of account: AccountID) async throws -> [Passkey]

    /// Returns the user handle of an account. If the account has none, stores the given one, which it keeps. Returns nil if the
    /// account does not exist, or if it has no handle and none is given.
    func userHandle(of account: AccountID, orElse fresh: UserHandle?) async throws -> UserHandle?

    /// Returns the user handle and the passkeys of an account, as password managers should know them, from one snapshot of the
    /// primary. Returns nil if the account has no user handle, or if signals are off (``areSignalsConfirmed()``).
    func acceptedPasskeys(of account: AccountID) async throws -> AcceptedPasskeys?

    /// Returns whether signals may be sent. They are off in a restored copy, because it may lack passkeys that were added after the
    /// backup, and password managers would hide them.
    ///
    /// The store records its identity with the first user handle. A copy has another identity, or no record.
    func areSignalsConfirmed() async throws -> Bool

    /// Records the identity of this store, so that signals are on.
    func confirmSignals() async throws

    /// Uses up a challenge and changes nothing else. Returns false if it was already used.
    func useUp(_ challenge: UsedChallenge) async throws -> Bool

    /// Creates an account without a password, with the passkey and the user handle of its credential, and opens its first session.
    func create(
        _ account: Account, _ passkey: Passkey, opening: SessionOpening, using challenge: UsedChallenge
    ) async throws -> PasskeyAccountCreation

    /// Adds a passkey to its account, unless any account has its credential, the account has ``Passkey/limit`` passkeys, or the
    /// account has a second factor and the session proved none. The passkey replaces the password only if the session may upgrade it
    /// (``UpgradeFacts/obstacle(to:in:at:)``).
    func add(
        _ passkey: Passkey, by session: SessionID, using challenge: UsedChallenge, event: AuditEvent
    ) async throws -> PasskeyAdditionResult

    /// Records the use and opens the session, if the account still has the passkey with the counter that the use states. If the account
    /// has a second factor and the session has none, only records the use.
    ///
    /// If the passkey was registered to replace the password (``Passkey/replacedPassword``), the first opening or renewal by it also
    /// removes the password and ends all other sessions. The password stays if it was changed since, or if the passkey is not backed
    /// up and no other credential can sign in.
    func open(
        _ opening: SessionOpening, by use: PasskeyUse, using challenge: UsedChallenge
    ) async throws -> PasskeySessionOpening

    /// Records the use and renews the session of the event's account, if the session and the passkey still exist, and the passkey has
    /// the counter that the use states.
    func renew(
        _ renewal: SessionRenewal, by use: PasskeyUse, using challenge: UsedChallenge, event: AuditEvent
    ) async throws -> PasskeyRenewal

    func renamePasskey(
        _ id: PasskeyID, to name: String, by session: SessionID, event: AuditEvent
    ) async throws -> PasskeyChangeResult

    /// Removes a passkey of the event's account, the sessions that it opened and their devices. Changes nothing if the account would
    /// have no credential left that can sign in: no password, no Apple identity, and no passkey with ``Passkey/isWayIn``.
    func removePasskey(_ id: PasskeyID, by session: SessionID, event: AuditEvent) async throws -> PasskeyChangeResult

    /// Returns the relying party IDs of the stored passkeys, for the check when the server starts. If there are several, returns the
    /// first and the last in alphabetical order.
    func relyingPartyIDs() async throws -> [String]
}

/// A passkey and its account, as read from a store.
package struct StoredPasskey: Hashable, Sendable {
    package let account: Account
    package let passkey: Passkey

    package init(account: Account, passkey: Passkey) {
        self.account = account
        self.passkey = passkey
    }
}

/// The passkeys of an account as password managers should know them.
package struct AcceptedPasskeys: Hashable, Sendable {
    package let user: UserHandle
    /// All passkeys of the account, in the order in which they were added.
    package let passkeys: [Passkey]

    package init(user: UserHandle, passkeys: [Passkey]) {
        self.user = user
        self.passkeys = passkeys
    }
}

package enum PasskeyAccountCreation: Hashable, Sendable {
    case created
    case challengeUsed
    case userNameTaken
    case credentialTaken
}

package enum PasskeyAdditionResult: Hashable, Sendable {
    case added
    case challengeUsed
    case credentialTaken
    case tooMany
    case sessionEnded
    /// A second factor was turned on after the registration began, and was not proved in the session.
    case factorRequired
}

package enum PasskeySessionOpening: Hashable, Sendable {
    case opened
    /// The session was opened, and the passkey replaced the password.
    case replacedPassword
    case challengeUsed
    case factorRequired
    /// The passkey was removed, or another use changed its counter, after it was read.
    case superseded
}

package enum PasskeyRenewal: Hashable, Sendable {
    case renewed
    /// The session was renewed, and the passkey replaced the password.
    case replacedPassword
    case challengeUsed
    /// The session ended, the passkey was removed, or another use changed its counter.
    case sessionEnded
}

package enum PasskeyChangeResult: Hashable, Sendable {
    case changed(endedPresentSession: Bool)
    case missing
    case lastCredential
    case sessionEnded
}
