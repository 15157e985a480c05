import Secrets

extension AccountService {
    /// Lets a signed-in person show the password again, for the sensitive steps of the next minutes. The session gets a new token;
    /// the old one opens nothing any more.
    package func reauthenticate(
        _ active: ActiveSession, password: Password, client: Client, now: Timestamp
    ) async throws -> ReauthenticationOutcome {
        let failure = event(.reauthenticationFailed, active.account.id, by: client, at: now)
        switch try await attempt(ownAttempt(of: active, password: password, client: client), failure: failure, now: now) {
        case .throttled(let retryAfter):
            return try await endIfExhausted(active, client: client, now: now) ? .sessionEnded : .throttled(retryAfter: retryAfter)
        case .refused: return .refused
        case .verified(let verified):
            let renewed = RenewedSession(
                of: active, account: active.account, authenticatedAt: now, token: OpaqueToken(random: random))
            let event = event(.reauthenticated, active.account.id, by: client, at: now)
            guard
                try await stores.renew(
                    renewed.renewal, passwordVersion: verified.credential.version, event: event)
            else { return .sessionEnded }
            report(event)
            await rehashIfNeeded(password, verified: verified, client: client)
            return .reauthenticated(renewed.signedIn)
        }
    }

    /// An attempt at the signed-in user's own password, charged to the session: a thief of the session cannot use up the budget of the
    /// owner's devices. The former password of an upgrade is wrong here: it signs in, and proves nothing more.
    func ownAttempt(of active: ActiveSession, password: Password, client: Client) async throws -> PasswordAttempt {
        PasswordAttempt(
            password: password, credential: try await stores.credential(of: active.account.id)?.presentOnly,
            charges: [failureCharge(of: active)], costs: hashCosts(in: active, client: client),
            client: client.hashing(in: active))
    }

    /// Ends a session with too many wrong passwords and second factors. False where another budget was the reason for a refusal.
    func endIfExhausted(_ active: ActiveSession, client: Client, now: Timestamp) async throws -> Bool {
        let charge = failureCharge(of: active)
        switch try await stores.charge([charge], now: now) {
        case .admitted:
            try await stores.refund([charge], now: now)
            return false
        case .exhausted:
            _ = try await revoke(active.session.id, by: active, client: client, now: now)
            return true
        }
    }

    /// Ten wrong passwords or second factors end a session.
    func failureCharge(of active: ActiveSession) -> ThrottleCharge {
        ThrottleCharge(key: budgetKeys.failures(in: active.session.id), budget: throttles.failuresPerSession)
    }
}

package enum ReauthenticationOutcome: Sendable {
    case reauthenticated(SignedIn)
    case refused
    case throttled(retryAfter: Duration)
    /// The session was revoked while the password was being checked, or ends here after too many wrong passwords.
    case sessionEnded
}
