package import Secrets

/// Apple identities: credentials of accounts, found by team and subject.
///
/// Every operation with an ``AppleVouching`` writes down what Apple said, in the same step: the e-mail address unless none was told,
/// the name unless none was told (a name seen before is taken up), that consent is given again, and the grant. A code waits as
/// a job; a token takes the place of the one before, with its daily check; where nothing came and nothing is stored, that is
/// recorded. What Apple said before it told that consent had ended counts for nothing: nothing is written.
package protocol AppleIdentityStore: Sendable {
    func appleIdentity(_ key: AppleIdentityKey) async throws -> AppleIdentity?

    func appleIdentity(_ id: AppleIdentityID) async throws -> AppleIdentity?

    /// In the order in which they were linked.
    func appleIdentities(of account: AccountID) async throws -> [AppleIdentity]

    /// Keeps a name for an identity that has no account yet, until one takes it or ``PersonName/retention`` has passed.
    func remember(_ name: PersonName, of key: AppleIdentityKey, at now: Timestamp) async throws

    /// Creates an account whose only credential is this identity, and opens its first session; or finds that the identity has an
    /// account, and does neither.
    func create(_ account: Account, by vouching: AppleVouching, opening: SessionOpening) async throws -> AppleAccountCreation

    /// Opens a session by an identity, which must still be this account's. Where the account has a second factor, only what Apple said is
    /// written down: its sessions open by ``SecondFactorStore/completeSignIn(_:)``.
    func open(_ opening: SessionOpening, by vouching: AppleVouching) async throws -> AppleSessionOpeningOutcome

    /// Gives the session a new token, unless it has ended or the identity is no longer its account's.
    func renew(_ renewal: SessionRenewal, by vouching: AppleVouching, event: AuditEvent) async throws -> Bool

    /// Makes the identity a credential of the account, if the session still lives and the account has fewer of the team than
    /// ``AppleVouching/limit``. Changes nothing where it is one already.
    func link(
        _ vouching: AppleVouching, to account: AccountID, from session: SessionID, event: AuditEvent
    ) async throws -> AppleLinkingResult

    /// Removes an identity of the account, the sessions it opened, their devices, and its waiting jobs, and queues its tokens for revocation,
    /// and codes in the place of tokens that are not there yet; unless it is the account's last credential or the session has ended.
    func unlink(
        _ id: AppleIdentityID, from account: AccountID, by session: SessionID, event: AuditEvent
    ) async throws -> AppleUnlinkingResult

    /// Notes a transfer with an identity, in place of an earlier one. False when there is no such identity, or another has the transfer.
    func announce(_ transfer: AppleTransfer, of key: AppleIdentityKey) async throws -> Bool

    /// Gives the identity with this transfer the key of the receiving team. Its tokens and waiting jobs are forgotten; its sessions stay.
    /// The event is written for the identity's account.
    func move(_ transfer: AppleTransfer, to subject: AppleSubject, event: AuditEvent) async throws -> AppleTransferOutcome

    /// Does what a notification asks for, once for each identifier, unless the identity is unknown or Apple vouched for it later.
    /// The event is written for the identity's account. A deletion also ends what was remembered of an identity without an account.
    func apply(_ notification: AppleNotification, event: AuditEvent) async throws -> AppleNotificationOutcome
}

package enum AppleAccountCreation: Hashable, Sendable {
    case created
    case identityTaken
}

package enum AppleSessionOpeningOutcome: Hashable, Sendable {
    case opened
    /// The identity is not this account's, or not any more.
    case superseded
    /// Consent ended after Apple said this.
    case outdated
    /// The account has a second factor.
    case factorRequired
}

package enum AppleLinkingResult: Hashable, Sendable {
    case linked(AppleIdentity)
    /// It is this account's already.
    case unchanged(AppleIdentity)
    case identityTaken
    /// The account has as many identities of this team as it may.
    case alreadyLinked
    case sessionEnded
}

package enum AppleUnlinkingResult: Hashable, Sendable {
    case unlinked(AppleRevocationNotice, endedPresentSession: Bool)
    case notLinked
    case lastCredential
    case sessionEnded
}

/// Web attempts on their way to Apple and back. Of any number of callers that take up one of them at once, one gets it.
package protocol AppleWebStore: Sendable {
    func add(_ attempt: StoredAppleWebAttempt) async throws

    /// Removes the attempt and returns it; nil where there is none that has not expired.
    func consumeWebAttempt(_ state: TokenDigest, now: Timestamp) async throws -> StoredAppleWebAttempt?

    /// Keeps what Apple said, and its name as ``AppleIdentityStore/remember(_:of:at:)`` does, unless the identity has an account.
    func park(_ parked: ParkedAppleAssertion, at now: Timestamp) async throws

    /// Removes what was parked and returns it; nil where there is nothing that has not expired.
    func consumeParkedAssertion(_ completion: TokenDigest, now: Timestamp) async throws -> ParkedAppleAssertion?
}

/// Challenges, found by the digests of their nonces.
package protocol ChallengeStore: Sendable {
    func add(_ challenge: StoredChallenge) async throws

    /// Removes the challenge if it was given out for exactly this purpose and has not expired. Of any number of callers at once, one
    /// hears true. A challenge of another purpose stays as it is.
    func consumeChallenge(_ digest: TokenDigest, for purpose: ChallengePurpose, now: Timestamp) async throws -> Bool

    /// Records that an identity token without a nonce was used. Of any number of callers with the same token, one receives true.
    func recordUse(of token: UnboundAppleToken) async throws -> Bool
}
