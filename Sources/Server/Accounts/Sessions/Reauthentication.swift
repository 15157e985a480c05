import Secrets

extension AccountService {
    /// Reauthenticates a signed-in user by password, as required for sensitive operations. The session gets a new token; the old one
    /// becomes invalid.
    package func reauthenticate(
        _ active: ActiveSession, password: Password, client: Client, now: Timestamp
    ) async throws -> ReauthenticationOutcome {
        let failure = event(.reauthenticationFailed, active.account.id, by: client, at: now)
        switch try await attempt(ownAttempt(of: active, password: password, client: client), failure: failure, now: now) {
        case .throttled(let retryAfter):
            return try await endIfExhausted(active, client: client, now: now) ? .sessionEnded : .throttled(retryAfter: retryAfter)
        case .rejected: return .rejected
        case .verified(let verified):
            let renewed = RenewedSession(
                of: active, account: active.account, authenticatedAt: now, passwordAuthenticatedAt: now,
                token: OpaqueToken(random: random))
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

    /// Returns an attempt at the signed-in user's own password, charged to the session, so that a thief of the session cannot use
    /// up the budget of the owner's devices. The former password of an upgrade is wrong here: it is valid only for sign-in.
    func ownAttempt(of active: ActiveSession, password: Password, client: Client) async throws -> PasswordAttempt {
        PasswordAttempt(
            password: password, credential: try await stores.credential(of: active.account.id)?.presentOnly,
            charges: [failureCharge(of: active)], costs: hashCosts(in: active, client: client),
            client: client.hashing(in: active))
    }

    /// Ends a session after too many wrong passwords and second factors. Returns false if another budget was exhausted.
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

    /// Returns the charge for a wrong password or second factor. The session ends when this budget is exhausted.
    func failureCharge(of active: ActiveSession) -> ThrottleCharge {
        ThrottleCharge(key: budgetKeys.failures(in: active.session.id), budget: throttles.failuresPerSession)
    }
}

package enum ReauthenticationOutcome: Sendable {
    case reauthenticated(SignedIn)
    case rejected
    case throttled(retryAfter: Duration)
    /// The session was revoked while the password was being checked, or ends now after too many wrong passwords.
    case sessionEnded
}
