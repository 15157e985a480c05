import PasswordHashing
package import Secrets

/// A request of a signed-in user to change the password. It always requires the current password; a recent sign-in is not enough.
/// The change ends all other sessions and forgets their devices. This session gets a new token.
package struct PasswordChange: Sendable {
    package let new: Password
    package let current: Password
    package let client: Client

    /// The presented session token, for clients that cannot accept a new one; nil to issue a new one.
    package let keptToken: OpaqueToken?

    package init(new: Password, current: Password, client: Client, keepingPresentedToken keptToken: OpaqueToken? = nil) {
        self.new = new
        self.current = current
        self.client = client
        self.keptToken = keptToken
    }

    /// Returns the reasons to reject the new password.
    func rejections(by policy: PasswordPolicy, for userName: UserName?) -> [PasswordRejection] {
        current.matches(new) ? [.unchanged] : policy.rejections(of: new, for: userName)
    }
}

package enum PasswordChangeOutcome: Sendable {
    case changed(SignedIn)
    case rejected([PasswordRejection])
    case wrongCurrentPassword
    /// The account has no password. It must be set instead.
    case noPassword
    /// The account has a second factor that was not proved recently. The password alone is not sufficient.
    case factorRequired
    case throttled(retryAfter: Duration)
    /// At the same time another request changed the password, or the session was revoked. Nothing was changed here.
    case superseded
}

extension AccountService {
    /// Changes the password. See ``PasswordChange`` for the rules.
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
        case .rejected: return .wrongCurrentPassword
        case .verified(let verified):
            let rejections = change.rejections(by: passwordPolicy, for: active.account.userName)
            guard rejections.isEmpty else { return .rejected(rejections) }
            guard try await !passwordPolicy.isLeaked(change.new) else { return .rejected([.leaked]) }
            return try await replacePassword(change, version: verified.credential.version, of: active, now: now)
        }
    }

    /// - Parameter version: the version of the verified password. Only this version is replaced.
    private func replacePassword(
        _ change: PasswordChange, version: Int, of active: ActiveSession, now: Timestamp
    ) async throws -> PasswordChangeOutcome {
        let hash = try await hasher.hash(change.new.bytes, for: change.client.hashing(in: active))
        let renewed = RenewedSession(
            of: active, account: active.account.passwordChanged(at: now),
            authenticatedAt: now, passwordAuthenticatedAt: now, token: change.keptToken ?? OpaqueToken(random: random))
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

    /// Removes the password of the signed-in account. Requires recent authentication and another credential. The user name stays.
    /// All other sessions end and their devices are forgotten; this session gets a new token.
    ///
    /// - Parameter keptToken: the presented session token, for clients that cannot accept a new one; nil to issue a new one.
    package func removePassword(
        of active: ActiveSession, keepingPresentedToken keptToken: OpaqueToken? = nil, client: Client, now: Timestamp
    ) async throws -> PasswordRemovalOutcome {
        guard isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let renewed = RenewedSession(
            of: active, account: active.account.passwordChanged(at: nil), authenticatedAt: active.session.authenticatedAt,
            token: keptToken ?? OpaqueToken(random: random))
        let event = event(.passwordRemoved, active.account.id, by: client, at: now)
        switch try await stores.removePassword(of: active.account.id, renewal: renewed.renewal, event: event) {
        case .noPassword: return .noPassword
        case .lastCredential: return .lastCredential
        case .sessionEnded: return .sessionEnded
        case .removed:
            report(event)
            return .removed(renewed.signedIn)
        }
    }
}

package enum PasswordRemovalOutcome: Sendable {
    case removed(SignedIn)
    case noPassword
    /// The account would have no credential left.
    case lastCredential
    case reauthenticationRequired
    case sessionEnded
}
