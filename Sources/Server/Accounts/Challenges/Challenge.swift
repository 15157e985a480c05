package import Secrets

/// A nonce of 256 bits that the server made, for one use within ten minutes. The client hands it to Apple, itself or as its SHA-256,
/// and shows it with the token that came back; only its digest is stored.
package struct Challenge: Sendable {
    package let nonce: OpaqueToken
    package let expiresAt: Timestamp

    /// How long it may be answered.
    package static var lifetime: Duration { .seconds(600) }
}

/// A challenge as a store keeps it.
package struct StoredChallenge: Hashable, Sendable {
    package let digest: TokenDigest
    package let purpose: ChallengePurpose
    package let expiresAt: Timestamp

    package init(digest: TokenDigest, purpose: ChallengePurpose, expiresAt: Timestamp) {
        self.digest = digest
        self.purpose = purpose
        self.expiresAt = expiresAt
    }
}

package enum ChallengeOutcome: Sendable {
    case issued(Challenge)
    case throttled(retryAfter: Duration)
}
