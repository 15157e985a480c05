import PasswordHashing
import Secrets

extension AccountService {
    /// Changes the password. See ``PasswordChange`` for the ceremony.
    package func changePassword(
        _ change: PasswordChange, of active: ActiveSession, now: Timestamp
    ) async throws -> PasswordChangeOutcome {
        guard active.hasRecentFactor(within: lifetimes.recentAuthentication, now: now) else { return .factorRequired }
        switch try await permission(for: change, of: active, now: now) {
        case .denied(let outcome): return outcome
        case .granted(let version):
            let refusals = change.refusals(by: passwordPolicy, for: active.account.userName)
            guard refusals.isEmpty else { return .refused(refusals) }
            guard try await !passwordPolicy.isLeaked(change.new) else { return .refused([.leaked]) }
            return try await replacePassword(change, version: version, of: active, now: now)
        }
    }

    private func replacePassword(
        _ change: PasswordChange, version: Int, of active: ActiveSession, now: Timestamp
    ) async throws -> PasswordChangeOutcome {
        let hash = try await hasher.hash(change.new.bytes, for: change.client.hashing(in: active))
        let renewed = RenewedSession(
            of: active, account: active.account.passwordChanged(at: now),
            authenticatedAt: change.authenticatedAt(now: now, before: active.session.authenticatedAt),
            token: change.keptToken ?? OpaqueToken(random: random))
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

    private enum Permission {
        /// For the password at this version only.
        case granted(version: Int)
        case denied(PasswordChangeOutcome)
    }

    private func permission(
        for change: PasswordChange, of active: ActiveSession, now: Timestamp
    ) async throws -> Permission {
        switch change.proof {
        case .recentAuthentication:
            guard isRecentlyAuthenticated(active, now: now) else { return .denied(.reauthenticationRequired) }
            if case .exhausted(let retryAfter) = try await stores.charge(hashCosts(in: active, client: change.client), now: now) {
                return .denied(.throttled(retryAfter: retryAfter))
            }
            guard let credential = try await stores.credential(of: active.account.id) else { return .denied(.superseded) }
            return .granted(version: credential.version)
        case .currentPassword(let current):
            let failure = event(.reauthenticationFailed, active.account.id, by: change.client, at: now)
            switch try await attempt(ownAttempt(of: active, password: current, client: change.client), failure: failure, now: now) {
            case .throttled(let retryAfter):
                return .denied(
                    try await endIfExhausted(active, client: change.client, now: now)
                        ? .superseded : .throttled(retryAfter: retryAfter))
            case .refused: return .denied(.wrongCurrentPassword)
            case .verified(let verified): return .granted(version: verified.credential.version)
            }
        }
    }
}
