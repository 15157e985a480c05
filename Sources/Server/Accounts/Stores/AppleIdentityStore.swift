package import Secrets

/// Stores Apple identities: credentials of accounts, found by team and subject.
///
/// Every operation with an ``AppleVerification`` also records Apple's assertion in the same transaction: the renewed consent, the
/// grant, and the e-mail address and the name if Apple sent them. Without a name from Apple, it uses a name received earlier. A
/// code becomes a job. A token replaces the previous one and gets a daily check. If there is neither, and no token is stored, that
/// is recorded. An assertion older than a reported revocation of the consent changes nothing.
package protocol AppleIdentityStore: Sendable {
    func appleIdentity(_ key: AppleIdentityKey) async throws -> AppleIdentity?

    func appleIdentity(_ id: AppleIdentityID) async throws -> AppleIdentity?

    /// Returns the identities in the order in which they were linked.
    func appleIdentities(of account: AccountID) async throws -> [AppleIdentity]

    /// Keeps a name for an identity without an account, until an account uses it or ``PersonName/retention`` has passed.
    func remember(_ name: PersonName, of key: AppleIdentityKey, at now: Timestamp) async throws

    /// Creates an account whose only credential is this identity, and opens its first session. If the identity already has an
    /// account, it does neither.
    func create(_ account: Account, by verification: AppleVerification, opening: SessionOpening) async throws
        -> AppleAccountCreation

    /// Opens a session by an identity, which must still belong to this account. If the account has a second factor, only Apple's
    /// assertion is recorded; ``SecondFactorStore/completeSignIn(_:)`` opens the session.
    func open(_ opening: SessionOpening, by verification: AppleVerification) async throws -> AppleSessionOpeningOutcome

    /// Gives the session a new token, unless it has ended or the identity no longer belongs to its account. Returns whether it did.
    func renew(_ renewal: SessionRenewal, by verification: AppleVerification, event: AuditEvent) async throws -> Bool

    /// Links the identity to the account, if the session is still valid and the account has fewer identities of the team than
    /// ``AppleVerification/limit``. Changes nothing if it is already linked.
    ///
    /// With ``AppleVerification/deletion``, moves the identity with its tokens from that account and deletes the account as
    /// ``AccountRecordStore/deleteAccount(_:in:event:)`` does, in one transaction. The identity must belong to exactly that account and
    /// must not be suspended. The account must have no second factor and no operator role, and must not be locked.
    func link(
        _ verification: AppleVerification, to account: AccountID, from session: SessionID, event: AuditEvent
    ) async throws -> AppleLinkingResult

    /// Unlinks an identity from the account. Ends the sessions that it opened, forgets their devices, and removes its jobs. Queues
    /// its tokens for revocation, or the codes of tokens that do not exist yet. Does nothing if it is the account's last credential
    /// or the session has ended.
    func unlink(
        _ id: AppleIdentityID, from account: AccountID, by session: SessionID, event: AuditEvent
    ) async throws -> AppleUnlinkingResult

    /// Records a transfer for an identity, which replaces an earlier one. Returns false if the identity does not exist or another
    /// one has this transfer.
    func announce(_ transfer: AppleTransfer, of key: AppleIdentityKey) async throws -> Bool

    /// Gives the identity with this transfer its key at the receiving team. Deletes its tokens and waiting jobs; its sessions stay.
    /// The event is recorded for the identity's account.
    func move(_ transfer: AppleTransfer, to subject: AppleSubject, event: AuditEvent) async throws -> AppleTransferOutcome

    /// Applies a notification, once for each identifier, unless the identity is unknown or Apple has authenticated the user later.
    /// The event is recorded for the identity's account. A deletion also removes a stored name of an identity without an account.
    func apply(_ notification: AppleNotification, event: AuditEvent) async throws -> AppleNotificationOutcome
}

package enum AppleAccountCreation: Hashable, Sendable {
    case created
    case identityTaken
}

package enum AppleSessionOpeningOutcome: Hashable, Sendable {
    case opened
    /// The identity does not belong to this account, or no longer does.
    case superseded
    /// Consent was revoked after Apple made this assertion.
    case outdated
    /// The account has a second factor.
    case factorRequired
}

package enum AppleLinkingResult: Hashable, Sendable {
    case linked(AppleIdentity)
    /// The identity is already linked to this account.
    case unchanged(AppleIdentity)
    case identityTaken
    /// The account already has the maximum number of identities of this team.
    case alreadyLinked
    case sessionEnded
}

package enum AppleUnlinkingResult: Hashable, Sendable {
    case unlinked(AppleRevocationNotice, endedPresentSession: Bool)
    case notLinked
    case lastCredential
    case sessionEnded
}

/// Stores web attempts. If several callers consume the same one, one of them receives it.
package protocol AppleWebStore: Sendable {
    func add(_ attempt: StoredAppleWebAttempt) async throws

    /// Removes the attempt and returns it, or nil if it does not exist or has expired.
    func consumeWebAttempt(_ state: TokenDigest, now: Timestamp) async throws -> StoredAppleWebAttempt?

    /// Stores Apple's assertion, and its name like ``AppleIdentityStore/remember(_:of:at:)`` unless the identity has an account.
    func park(_ parked: ParkedAppleAssertion, at now: Timestamp) async throws

    /// Removes the parked assertion and returns it, or nil if it does not exist or has expired.
    func consumeParkedAssertion(_ completion: TokenDigest, now: Timestamp) async throws -> ParkedAppleAssertion?
}

/// Stores challenges by the digests of their nonces.
package protocol ChallengeStore: Sendable {
    func add(_ challenge: StoredChallenge) async throws

    /// Removes the challenge if it was issued for exactly this purpose and has not expired. Of several simultaneous callers, one
    /// receives true. A challenge with another purpose is not removed.
    func consumeChallenge(_ digest: TokenDigest, for purpose: ChallengePurpose, now: Timestamp) async throws -> Bool

    /// Records that an identity token without a nonce was used. Of several callers with the same token, one receives true.
    func recordUse(of token: UnboundAppleToken) async throws -> Bool
}
