package import Secrets

extension AppleAccountService {
    /// Lets a signed-in person show their Apple identity again, for the sensitive steps of the next minutes. The nonce answers a
    /// challenge given out to this session, so that the token is as fresh as the challenge; the person must have proved to Apple who
    /// they are within ``SessionLifetimes/recentAuthentication``, and the minutes count from then. Refused for an identity
    /// that is not this account's. The session gets a new token.
    package func reauthenticate(
        _ active: ActiveSession, _ assertion: AppleIdentityAssertion, grant: AppleGrant, nonce: OpaqueToken, client: Client,
        now: Timestamp
    ) async throws -> AppleReauthenticationOutcome {
        switch try await consume(nonce, with: assertion, for: .appleReauthentication(active.session.id), client: client, now: now) {
        case .refused: .challengeRefused
        case .throttled(let retryAfter): .throttled(retryAfter: retryAfter)
        case .consumed: try await reauthenticate(active, answered: assertion, grant: grant, client: client, now: now)
        }
    }

    func reauthenticate(
        _ active: ActiveSession, answered assertion: AppleIdentityAssertion, grant: AppleGrant, client: Client, now: Timestamp
    ) async throws -> AppleReauthenticationOutcome {
        guard let identity = try await identity(of: assertion, by: client, now: now), identity.account == active.account.id else {
            try await recordFailure(active, client: client, now: now)
            return .otherIdentity
        }
        let provedAt = min(assertion.provedAt, now)
        guard now - provedAt <= accounts.lifetimes.recentAuthentication else {
            try await recordFailure(active, client: client, now: now)
            return .provedTooLongAgo
        }
        let renewed = RenewedSession(
            of: active, account: active.account, authenticatedAt: max(provedAt, active.session.authenticatedAt),
            token: OpaqueToken(random: random))
        let event = event(.appleReauthenticated, active.account.id, by: client, at: now)
        let vouching = try vouching(for: assertion, grant: grant, id: identity.id, now: now)
        guard try await stores.renew(renewed.renewal, by: vouching, event: event) else { return .sessionEnded }
        accounts.report(event)
        return .reauthenticated(renewed.signedIn)
    }

    private func recordFailure(_ active: ActiveSession, client: Client, now: Timestamp) async throws {
        let failure = event(.appleReauthenticationFailed, active.account.id, by: client, at: now)
        try await stores.record(failure)
        accounts.report(failure)
    }
}

package enum AppleReauthenticationOutcome: Sendable {
    case reauthenticated(SignedIn)
    /// The nonce is of no challenge that this session could answer now.
    case challengeRefused
    /// The identity is another account's, or nobody's.
    case otherIdentity
    /// Apple has not asked the person who they are for longer than a shown credential counts.
    case provedTooLongAgo
    case throttled(retryAfter: Duration)
    /// The session ended meanwhile, or the identity's consent did.
    case sessionEnded
}
