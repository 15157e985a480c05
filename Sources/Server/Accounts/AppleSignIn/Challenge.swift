package import Secrets

/// A random nonce of 256 bits for a single use within ten minutes. The client passes it to Apple, as it is or as its SHA-256, and
/// returns it with Apple's token. Only its digest is stored.
package struct Challenge: Sendable {
    package let nonce: OpaqueToken
    package let expiresAt: Timestamp

    /// The time in which the client can answer it.
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

/// The purpose of a challenge. A challenge for one purpose or session is invalid for any other.
package enum ChallengePurpose: Hashable, Sendable {
    /// Signing in with Apple.
    case appleSignIn
    /// Linking an Apple identity to the account of this session.
    case appleLink(SessionID)
    /// Reauthenticating with the Apple identity of this session's account.
    case appleReauthentication(SessionID)
    /// A TPM's attestation of a key that this session adds.
    case deviceKey(SessionID)

    /// The session that the challenge is bound to.
    package var session: SessionID? {
        switch self {
        case .appleSignIn: nil
        case .appleLink(let session), .appleReauthentication(let session), .deviceKey(let session): session
        }
    }
}

extension AppleAccountService {
    /// Issues a challenge. It is charged to the address and to a global budget and never refunded. The budgets limit the number of
    /// stored challenges, because none outlives ``Challenge/lifetime``.
    package func issueChallenge(for purpose: ChallengePurpose, client: Client, now: Timestamp) async throws -> ChallengeOutcome {
        if case .exhausted(let retryAfter) = try await stores.charge(challengeCharges(from: client), now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let nonce = OpaqueToken(random: random)
        let expiry = now + Challenge.lifetime
        try await stores.add(StoredChallenge(digest: nonce.digest, purpose: purpose, expiresAt: expiry))
        return .issued(Challenge(nonce: nonce, expiresAt: expiry))
    }

    /// Uses up a challenge, together with a token that has no nonce. A failure is charged to the address: guessing is impossible,
    /// but each attempt costs a write.
    func consume(
        _ nonce: OpaqueToken, with assertion: AppleIdentityAssertion, for purpose: ChallengePurpose, client: Client, now: Timestamp
    ) async throws -> ChallengeConsumption {
        let charges = failureCharges(from: client)
        if case .exhausted(let retryAfter) = try await stores.charge(charges, now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        guard try await stores.consumeChallenge(nonce.digest, for: purpose, now: now), try await isFirstUse(of: assertion) else {
            return .rejected
        }
        try await stores.refund(charges, now: now)
        return .consumed
    }

    /// Records the use of a token without a nonce and returns whether it is the first. Returns true for a token with a nonce,
    /// because its challenge is single-use.
    func isFirstUse(of assertion: AppleIdentityAssertion) async throws -> Bool {
        guard let token = assertion.unboundToken else { return true }
        return try await stores.recordUse(of: token)
    }

    func challengeCharges(from client: Client) -> [ThrottleCharge] {
        accounts.budgetKeys.charges(
            of: .challenges, from: client, throttles.challengesPerAddress, inAll: throttles.challengesInAll)
    }

    func failureCharges(from client: Client) -> [ThrottleCharge] {
        accounts.budgetKeys.charges(of: .appleFailures, from: client, throttles.appleFailuresPerAddress)
    }
}

/// The result of using up a challenge.
enum ChallengeConsumption: Hashable, Sendable {
    case consumed
    /// The challenge was never issued, was used, has expired or has another purpose; or the token has no nonce and was used before.
    case rejected
    case throttled(retryAfter: Duration)
}
