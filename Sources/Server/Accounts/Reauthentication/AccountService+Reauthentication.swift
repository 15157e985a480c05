import Secrets

extension AccountService {
    /// Lets a signed-in person show the password again, for the sensitive steps of the next minutes. The session gets a new token;
    /// the old one opens nothing any more.
    package func reauthenticate(
        _ active: ActiveSession, password: Password, client: Client, now: Timestamp
    ) async throws -> ReauthenticationOutcome {
        let failure = event(.reauthenticationFailed, active.account.id, by: client, at: now)
        switch try await attempt(ownAttempt(of: active, password: password), failure: failure, now: now) {
        case .throttled(let retryAfter): return .throttled(retryAfter: retryAfter)
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
            await rehashIfNeeded(password, verified: verified)
            return .reauthenticated(renewed.signedIn)
        }
    }

    /// An attempt at the signed-in person's own password, charged as those of known devices are. The former one of an upgrade is wrong here:
    /// it signs in, and proves nothing more.
    func ownAttempt(of active: ActiveSession, password: Password) async throws -> PasswordAttempt {
        PasswordAttempt(
            password: password, credential: try await stores.credential(of: active.account.id)?.presentOnly,
            charges: [
                ThrottleCharge(
                    key: budgetKeys.devices(of: active.account.id), budget: throttles.failuresPerKnownDevices)
            ])
    }
}

package enum ReauthenticationOutcome: Sendable {
    case reauthenticated(SignedIn)
    case refused
    case throttled(retryAfter: Duration)
    /// The session was revoked while the password was being checked.
    case sessionEnded
}
