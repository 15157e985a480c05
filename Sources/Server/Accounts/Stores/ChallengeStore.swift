package import Secrets

/// Challenges, found by the digests of their nonces.
package protocol ChallengeStore: Sendable {
    func add(_ challenge: StoredChallenge) async throws

    /// Removes the challenge if it was given out for exactly this purpose and has not expired. Of any number of callers at once, one
    /// hears true. A challenge of another purpose stays as it is.
    func consumeChallenge(_ digest: TokenDigest, for purpose: ChallengePurpose, now: Timestamp) async throws -> Bool

    /// Records that an identity token without a nonce was used. Of any number of callers with the same token, one receives true.
    func recordUse(of token: UnboundAppleToken) async throws -> Bool
}
