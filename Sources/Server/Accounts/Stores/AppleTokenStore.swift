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

/// Jobs that wait to be done. An operation that takes a ``Job`` does nothing and answers false when the job is no longer claimed by its
/// holder: the lease has passed and another has it, or it is done, or what it was about is gone.
package protocol JobStore: Sendable {
    /// Claims jobs of this kind that are due, the longest due first: until the lease has passed nobody else gets them. At most `limit`.
    func claim(_ kind: JobKind, now: Timestamp, lease: Duration, limit: Int) async throws -> [Job]

    /// Done: the job goes.
    func finish(_ job: Job) async throws -> Bool

    /// Not done: the job is due again at that moment, and nobody's until then.
    func retry(_ job: Job, at moment: Timestamp) async throws -> Bool

    /// Given up: the job goes.
    func abandon(_ job: Job) async throws -> Bool

    /// How many jobs of this kind wait, claimed ones included. For metrics.
    func countJobs(_ kind: JobKind) async throws -> Int
}

/// Apple's public keys as they were last fetched, so that a server that starts can check identity tokens before Apple has answered.
package protocol AppleKeyStore: Sendable {
    /// Keeps a set in place of the one kept before. Of several servers over one store, whoever fetched last is remembered.
    func keep(_ keys: KeptAppleKeys) async throws

    /// The set that was kept last; nil where none was.
    func keptAppleKeys() async throws -> KeptAppleKeys?
}

/// A set of Apple's public keys at rest. There is nothing secret in it; but whoever can write it can have tokens of their own taken for
/// Apple's, as whoever can write the store can open sessions.
package struct KeptAppleKeys: Hashable, Sendable {
    /// The address that they came from, 1 to 2,048 bytes. Keys of another address are not Apple's, whatever they say.
    package let source: String
    /// The set in the form of the client library, 1 byte to 4 MiB. A store does not look into it.
    package let record: [UInt8]
    /// When they were fetched, by the clock of the server that did.
    package let fetchedAt: Timestamp

    package init(source: String, record: [UInt8], fetchedAt: Timestamp) {
        self.source = source
        self.record = record
        self.fetchedAt = fetchedAt
    }
}
