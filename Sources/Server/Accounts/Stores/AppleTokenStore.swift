/// Refresh tokens of Apple's, one for each identity and client, and what the jobs about them come to. Each operation takes a claimed job
/// as ``JobStore``'s do.
package protocol AppleTokenStore: Sendable {
    /// What is known of the tokens of an identity: a client without a token is one whose code could not be exchanged.
    func appleTokens(of identity: AppleIdentityID) async throws -> [AppleTokenState]

    /// Keeps the token that a code was exchanged for, in place of an earlier one, to be checked from then on. The job goes. Where the
    /// identity is gone, the token is queued for revocation instead, and the code that went along with its owner goes.
    func finishExchange(
        _ job: Job, with token: AppleStoredToken, at now: Timestamp, nextCheckAt: Timestamp
    ) async throws -> AppleExchangeResult

    /// The token still stands. The job waits until its next check.
    func finishCheck(_ job: Job, at now: Timestamp, nextCheckAt: Timestamp) async throws -> Bool

    /// The token stands no longer: the identity is marked revoked, all its tokens and jobs go, the sessions it opened end and their devices
    /// are forgotten. The event is written for the identity's account, which is returned; nil when the job was no longer held.
    func finishCheckRevoked(_ job: Job, event: AuditEvent) async throws -> AccountID?
}

package enum AppleExchangeResult: Hashable, Sendable {
    case kept
    case queuedForRevocation
    case notHeld
}

/// What is stored for one client of an identity.
package struct AppleTokenState: Hashable, Sendable {
    package let client: AppleClientID
    package let isStored: Bool
    /// When the token was last found to stand; nil before the first check.
    package let checkedAt: Timestamp?

    package init(client: AppleClientID, isStored: Bool, checkedAt: Timestamp?) {
        self.client = client
        self.isStored = isStored
        self.checkedAt = checkedAt
    }
}
