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
}

package enum ChallengeOutcome: Sendable {
    case issued(Challenge)
    case throttled(retryAfter: Duration)
}

/// What a challenge may be answered for. One given out for one purpose, or to one session, serves no other.
package enum ChallengePurpose: Hashable, Sendable {
    /// Signing in with Apple.
    case appleSignIn
    /// Linking an Apple identity to the account of this session.
    case appleLink(SessionID)
    /// Showing the Apple identity of this session's account again.
    case appleReauthentication(SessionID)
    /// A TPM's statement about a key that this session adds.
    case deviceKey(SessionID)

    /// The session it is bound to.
    package var session: SessionID? {
        switch self {
        case .appleSignIn: nil
        case .appleLink(let session), .appleReauthentication(let session), .deviceKey(let session): session
        }
    }
}

extension AppleAccountService {
    /// Gives out a challenge. Charged to the address and to everybody, and never given back: the budgets bound how many challenges
    /// are alive, since none lives longer than ``Challenge/lifetime``.
    package func issueChallenge(for purpose: ChallengePurpose, client: Client, now: Timestamp) async throws -> ChallengeOutcome {
        if case .exhausted(let retryAfter) = try await stores.charge(challengeCharges(from: client), now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let nonce = OpaqueToken(random: random)
        let expiry = now + Challenge.lifetime
        try await stores.add(StoredChallenge(digest: nonce.digest, purpose: purpose, expiresAt: expiry))
        return .issued(Challenge(nonce: nonce, expiresAt: expiry))
    }

    /// Takes back a challenge, once, and with it a token that has no nonce. A failure is charged to the address, though nothing can be
    /// guessed: each costs a write.
    func consume(
        _ nonce: OpaqueToken, with assertion: AppleIdentityAssertion, for purpose: ChallengePurpose, client: Client, now: Timestamp
    ) async throws -> ChallengeConsumption {
        let charges = failureCharges(from: client)
        if case .exhausted(let retryAfter) = try await stores.charge(charges, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        guard try await stores.consumeChallenge(nonce.digest, for: purpose, now: now), try await isFirstUse(of: assertion) else {
            return .refused
        }
        try await stores.refund(charges, now: now)
        return .consumed
    }

    /// Records the use of a token that has no nonce, and returns whether it is the first. True for a token that has one: its challenge is
    /// single use.
    func isFirstUse(of assertion: AppleIdentityAssertion) async throws -> Bool {
        guard let token = assertion.unboundToken else { return true }
        return try await stores.recordUse(of: token)
    }

    func challengeCharges(from client: Client) -> [ThrottleCharge] {
        [
            ThrottleCharge(key: accounts.budgetKeys.challenges(from: client.address), budget: throttles.challengesPerAddress),
            ThrottleCharge(key: accounts.budgetKeys.allChallenges, budget: throttles.challengesInAll),
        ]
    }

    func failureCharges(from client: Client) -> [ThrottleCharge] {
        [ThrottleCharge(key: accounts.budgetKeys.appleFailures(from: client.address), budget: throttles.appleFailuresPerAddress)]
    }
}

/// How showing a nonce ended.
enum ChallengeConsumption: Hashable, Sendable {
    case consumed
    /// Never given out, used, expired, or given out for something else; or the token has no nonce and was used before.
    case refused
    case throttled(retryAfter: Duration)
}
