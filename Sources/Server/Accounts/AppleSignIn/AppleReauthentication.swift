package import Secrets

extension AppleAccountService {
    /// Reauthenticates a signed-in user by their Apple identity. The session gets a new token.
    ///
    /// The nonce must answer a challenge that was issued to this session, so the token is as recent as the challenge. The user must
    /// have authenticated to Apple within ``SessionLifetimes/recentAuthentication``, and the session's recent authentication starts
    /// at that time. An identity that is not linked to this account is rejected.
    package func reauthenticate(
        _ active: ActiveSession, _ assertion: AppleIdentityAssertion, grant: AppleGrant, nonce: OpaqueToken, client: Client,
        now: Timestamp
    ) async throws -> AppleReauthenticationOutcome {
        switch try await consume(nonce, with: assertion, for: .appleReauthentication(active.session.id), client: client, now: now) {
        case .rejected: .challengeRejected
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
        guard identity.suspendedAt == nil else {
            try await accounts.recordSuspendedUse(of: active.account.id, by: client, now: now)
            return .suspended
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
        let verification = try verification(for: assertion, grant: grant, id: identity.id, now: now)
        guard try await stores.renew(renewed.renewal, by: verification, event: event) else { return .sessionEnded }
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
    /// The nonce belongs to no challenge that this session can answer now.
    case challengeRejected
    /// The identity belongs to another account, or to none.
    case otherIdentity
    /// A recovery suspended the identity.
    case suspended
    /// The user's last authentication to Apple is too old.
    case provedTooLongAgo
    case throttled(retryAfter: Duration)
    /// The session ended in the meantime, or the consent of the identity was revoked.
    case sessionEnded
}
