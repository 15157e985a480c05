import PasswordHashing
import Secrets

extension AccountService {
    /// Changes the password. See ``PasswordChange`` for the ceremony.
    package func changePassword(
        _ change: PasswordChange, of active: ActiveSession, now: Timestamp
    ) async throws -> PasswordChangeOutcome {
        guard active.account.hasPassword else { return .noPassword }
        guard active.hasRecentFactor(within: lifetimes.recentAuthentication, now: now) else { return .factorRequired }
        let failure = event(.reauthenticationFailed, active.account.id, by: change.client, at: now)
        let attempt = try await ownAttempt(of: active, password: change.current, client: change.client)
        switch try await self.attempt(attempt, failure: failure, now: now) {
        case .throttled(let retryAfter):
            return try await endIfExhausted(active, client: change.client, now: now)
                ? .superseded : .throttled(retryAfter: retryAfter)
        case .refused: return .wrongCurrentPassword
        case .verified(let verified):
            let refusals = change.refusals(by: passwordPolicy, for: active.account.userName)
            guard refusals.isEmpty else { return .refused(refusals) }
            guard try await !passwordPolicy.isLeaked(change.new) else { return .refused([.leaked]) }
            return try await replacePassword(change, version: verified.credential.version, of: active, now: now)
        }
    }

    /// - Parameter version: of the password that was shown. No other one is replaced.
    private func replacePassword(
        _ change: PasswordChange, version: Int, of active: ActiveSession, now: Timestamp
    ) async throws -> PasswordChangeOutcome {
        let hash = try await hasher.hash(change.new.bytes, for: change.client.hashing(in: active))
        let renewed = RenewedSession(
            of: active, account: active.account.passwordChanged(at: now),
            authenticatedAt: now, token: change.keptToken ?? OpaqueToken(random: random))
        let event = event(.passwordChanged, active.account.id, by: change.client, at: now)
        let replacement = PasswordReplacement(
            account: active.account.id, version: version, hash: hash, renewal: renewed.renewal, at: now, event: event)

        switch try await stores.replacePassword(replacement) {
        case .superseded: return .superseded
        case .replaced:
            report(event)
            return .changed(renewed.signedIn)
        }
    }
}
