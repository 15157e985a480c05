package import Secrets

/// What somebody is given who has shown one factor and is asked for another: 256 random bits that are answered once. It is bound to its
/// account, to what was shown first or to the session that asked, and to what it is for; only its digest is stored.
package struct FactorChallenge: Sendable {
    package let token: OpaqueToken
    package let account: AccountID
    package let factors: SecondFactors
    /// When it can be answered by a code no longer.
    package let expiresAt: Timestamp
    /// When it can be answered by a signature no longer.
    package let signatureExpiresAt: Timestamp

    /// Time for a person to find the telephone, or the paper with the recovery codes.
    package static var lifetime: Duration { .seconds(600) }
    /// A device signs at once.
    package static var signatureLifetime: Duration { .seconds(120) }
    /// How many answers it takes, right or wrong.
    package static var attempts: Int { 5 }
    /// How many sign-ins of one account may wait for a second factor.
    package static var limit: Int { 20 }
}

/// A challenge as a store keeps it.
package struct StoredFactorChallenge: Hashable, Sendable {
    package let digest: TokenDigest
    package let account: AccountID
    package let purpose: FactorPurpose
    /// The known device of this account that asked, if it was one.
    package let device: TokenDigest?
    package let issuedAt: Timestamp
    package let expiresAt: Timestamp

    package init(
        digest: TokenDigest, account: AccountID, purpose: FactorPurpose, device: TokenDigest?, issuedAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.digest = digest
        self.account = account
        self.purpose = purpose
        self.device = device
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}

/// What a challenge is for.
package enum FactorPurpose: Hashable, Sendable {
    /// Signing in, after this.
    case signIn(FirstFactor)
    /// A sensitive step of this session.
    case stepUp(SessionID)

    /// The session it is bound to.
    package var session: SessionID? {
        if case .stepUp(let session) = self { session } else { nil }
    }
}

/// What was shown first. It must still hold when the second factor is shown.
package enum FirstFactor: Hashable, Sendable {
    case password(version: Int)
    case apple(AppleIdentityID)

    var origin: SessionOrigin {
        switch self {
        case .password: .password
        case .apple: .apple
        }
    }
}

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
