import Secrets

extension AccountService {
    /// Asks for a second factor of an account.
    ///
    /// - Parameter device: the known device of this account that asks, if it is one.
    func challenge(
        _ account: AccountID, for purpose: FactorPurpose, device: TokenDigest?, now: Timestamp
    ) async throws -> FactorChallenge {
        let token = OpaqueToken(random: random)
        let stored = StoredFactorChallenge(
            digest: token.digest, account: account, purpose: purpose, device: device, issuedAt: now,
            expiresAt: now + FactorChallenge.lifetime)
        try await stores.add(stored)
        return FactorChallenge(
            token: token, account: account, factors: try await stores.secondFactors(of: account), expiresAt: stored.expiresAt,
            signatureExpiresAt: now + FactorChallenge.signatureLifetime)
    }

    /// What the signed-in person has to show before a sensitive step: nothing, a first factor, or a second.
    package func missingProof(of active: ActiveSession, now: Timestamp) -> MissingProof? {
        if now - active.session.authenticatedAt > lifetimes.recentAuthentication { return .firstFactor }
        return isRecentlyAuthenticated(active, now: now) ? nil : .secondFactor
    }

    /// Whether the account has no second factor, or one was shown within the last minutes.
    package func hasRecentFactor(_ active: ActiveSession, now: Timestamp) -> Bool {
        active.hasRecentFactor(within: lifetimes.recentAuthentication, now: now)
    }

    /// Asks for a second factor in a session, in place of what it was asked before. Nil for an account without one.
    package func challenge(_ active: ActiveSession, now: Timestamp) async throws -> FactorChallenge? {
        guard active.account.hasSecondFactor else { return nil }
        return try await challenge(active.account.id, for: .stepUp(active.session.id), device: nil, now: now)
    }
}

package enum MissingProof: Hashable, Sendable {
    case firstFactor
    case secondFactor
}
