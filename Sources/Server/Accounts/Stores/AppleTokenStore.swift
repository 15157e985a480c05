/// Stores Apple's refresh tokens, one for each identity and client, and the results of the jobs for them. Each operation requires a
/// claimed job, like those of ``JobStore``.
package protocol AppleTokenStore: Sendable {
    /// Returns the state of an identity's tokens. A client without a token is one whose code could not be exchanged.
    func appleTokens(of identity: AppleIdentityID) async throws -> [AppleTokenState]

    /// Stores the token from a code exchange, which replaces an earlier one and is checked from `nextCheckAt` on. Removes the job.
    /// If the identity is deleted, the token is queued for revocation instead, and the code that was queued with its owner's
    /// departure is removed.
    func finishExchange(
        _ job: Job, with token: AppleStoredToken, at now: Timestamp, nextCheckAt: Timestamp
    ) async throws -> AppleExchangeResult

    /// Records that the token is valid. The job waits for the next check.
    func finishCheck(_ job: Job, at now: Timestamp, nextCheckAt: Timestamp) async throws -> Bool

    /// Records that the token is no longer valid. Marks the identity as revoked, deletes all its tokens and jobs, ends the sessions
    /// that it opened and forgets their devices. The event is recorded for the identity's account, which is returned; nil if the
    /// caller no longer held the job.
    func finishCheckRevoked(_ job: Job, event: AuditEvent) async throws -> AccountID?
}

package enum AppleExchangeResult: Hashable, Sendable {
    case kept
    case queuedForRevocation
    case notHeld
}

/// The state of one client's token for an identity.
package struct AppleTokenState: Hashable, Sendable {
    package let client: AppleClientID
    package let isStored: Bool
    /// The time when the token was last found valid; nil before the first check.
    package let checkedAt: Timestamp?

    package init(client: AppleClientID, isStored: Bool, checkedAt: Timestamp?) {
        self.client = client
        self.isStored = isStored
        self.checkedAt = checkedAt
    }
}

/// Stores jobs. An operation with a ``Job`` does nothing and returns false if the caller no longer holds the job: another worker
/// claimed it after its lease expired, it is finished, or its subject was deleted.
package protocol JobStore: Sendable {
    /// Claims at most `limit` due jobs of this kind, the longest overdue first, but messages with codes before others. No other
    /// worker receives them until the lease expires.
    func claim(_ kind: JobKind, now: Timestamp, lease: Duration, limit: Int) async throws -> [Job]

    /// Removes a completed job.
    func finish(_ job: Job) async throws -> Bool

    /// Makes the job due again at that time. No worker claims it before.
    func retry(_ job: Job, at moment: Timestamp) async throws -> Bool

    /// Removes a job that cannot be completed.
    func abandon(_ job: Job) async throws -> Bool

    /// Returns the number of jobs of this kind, including claimed ones. For metrics.
    func countJobs(_ kind: JobKind) async throws -> Int
}

/// Stores Apple's public keys as last fetched, so that a restarted server can verify identity tokens before Apple responds.
package protocol AppleKeyStore: Sendable {
    /// Stores a key set, which replaces the previous one. If several servers share the store, the last write wins.
    func keep(_ keys: StoredAppleKeys) async throws

    /// Returns the stored key set, or nil.
    func storedAppleKeys() async throws -> StoredAppleKeys?
}

/// A stored set of Apple's public keys. It contains no secret. A client that can write it can forge Apple's tokens, just as a
/// client that can write to the store can open sessions.
package struct StoredAppleKeys: Hashable, Sendable {
    /// The address that the keys were fetched from, 1 to 2,048 bytes. Keys from another address are never used as Apple's.
    package let source: String
    /// The set in the format of the client library, 1 byte to 4 MiB. A store does not interpret it.
    package let record: [UInt8]
    /// The time when the set was fetched, by the clock of that server.
    package let fetchedAt: Timestamp

    package init(source: String, record: [UInt8], fetchedAt: Timestamp) {
        self.source = source
        self.record = record
        self.fetchedAt = fetchedAt
    }
}
