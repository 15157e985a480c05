import Secrets

/// A change of an account from a weak password to a strong one or to Sign in with Apple. A client that lost the response can repeat
/// the request.
package enum AccountUpgrade {
    /// The time for which the former password stays valid next to the new one, unless the upgrade is confirmed earlier. It covers a
    /// device that was switched off before it could store the new password.
    package static var grace: Duration { .seconds(600) }
    /// The time for which an upgrade is recognized by its key.
    package static var memory: Duration { .seconds(30 * 86_400) }
}

/// The client's identifier of one upgrade: any UUID, a new one for each upgrade. It is not a secret.
package typealias UpgradeKey = Identifier<AccountUpgrade>

/// The credential that permits an upgrade.
package enum UpgradeAuthority: Sendable {
    /// A session with recent authentication.
    case session(ActiveSession)
    /// The password, verified and charged as at sign-in. It is not sufficient if the account has a second factor.
    case password(SignIn)

    /// The session that permits the upgrade, if any.
    var session: ActiveSession? {
        if case .session(let active) = self { active } else { nil }
    }
}

/// A permission to upgrade an account.
struct UpgradeAuthorization: Sendable {
    let account: Account
    /// The credential of the password. Nil if the account has no password.
    let credential: PasswordCredential?
    let session: ActiveSession?
    /// Whether the verified password, or the one that opened the session, is the password before an upgrade. It only permits
    /// reading the response of that upgrade.
    let isByFormerPassword: Bool
    /// The known device of this account that sent the password, if any.
    let knownDevice: TokenDigest?

    /// The version of the verified password.
    var shownVersion: Int { (credential?.version ?? 0) - (isByFormerPassword ? 1 : 0) }
}

/// The reason why an upgrade is not permitted.
package enum UpgradeDenial: Sendable {
    case wrongCredentials
    /// The session has no recent authentication.
    case reauthenticationRequired
    /// The account requires a second factor. After a password, completing the sign-in with this challenge opens a session that
    /// permits the upgrade.
    case factorRequired(FactorChallenge)
    /// The account must have a second factor and has none. Its sessions can only set one up.
    case enrolmentRequired
    case throttled(retryAfter: Duration)
}

enum UpgradePermission {
    case granted(UpgradeAuthorization)
    case denied(UpgradeDenial)
}

extension AccountService {
    func permission(for authority: UpgradeAuthority, now: Timestamp) async throws -> UpgradePermission {
        switch authority {
        case .session(let active): return try await permission(in: active, now: now)
        case .password(let signIn):
            switch try await permission(by: signIn, now: now) {
            case .granted(let authorization) where authorization.account.hasSecondFactor:
                return .denied(.factorRequired(try await challenge(for: authorization, now: now)))
            case let permission: return permission
            }
        }
    }

    /// Returns the permission to end a former password. The new password is sufficient even if the account has a second factor,
    /// because the operation only removes a right.
    func permissionToConfirm(by authority: UpgradeAuthority, now: Timestamp) async throws -> UpgradePermission {
        switch authority {
        case .session(let active): try await permission(in: active, now: now)
        case .password(let signIn): try await permission(by: signIn, now: now)
        }
    }

    /// Creates the challenge for the missing second factor.
    func challenge(for authorization: UpgradeAuthorization, now: Timestamp) async throws -> FactorChallenge {
        let purpose: FactorPurpose =
            if let session = authorization.session?.session.id {
                .stepUp(session)
            } else {
                .signIn(.password(version: authorization.shownVersion))
            }
        return try await challenge(authorization.account.id, for: purpose, device: authorization.knownDevice, now: now)
    }

    /// Returns whether an upgrade was made that the client has not learned of, or that its own device may not have stored yet. The
    /// store checks again; this check avoids an unnecessary hash or a request to Apple.
    func isTooEarly(_ authorization: UpgradeAuthorization, now: Timestamp) async throws -> Bool {
        if authorization.isByFormerPassword { return true }
        guard let last = try await stores.passwordUpgrade(of: authorization.account.id),
            last.version == authorization.credential?.version
        else { return false }
        return last.forbidsAnother(by: authorization.session.map { ($0.session.id, $0.session.authenticatedAt) }, at: now)
    }

    private func permission(in active: ActiveSession, now: Timestamp) async throws -> UpgradePermission {
        guard !mustEnrol(active) else { return .denied(.enrolmentRequired) }
        switch missingProof(of: active, now: now) {
        case .firstFactor where isNewByFormerPassword(active, now: now):
            return .granted(
                UpgradeAuthorization(
                    account: active.account, credential: try await stores.credential(of: active.account.id), session: active,
                    isByFormerPassword: true, knownDevice: nil))
        case .firstFactor: return .denied(.reauthenticationRequired)
        case .secondFactor:
            guard let challenge = try await challenge(active, now: now) else { return .denied(.reauthenticationRequired) }
            return .denied(.factorRequired(challenge))
        case nil:
            return .granted(
                UpgradeAuthorization(
                    account: active.account, credential: try await stores.credential(of: active.account.id), session: active,
                    isByFormerPassword: false, knownDevice: nil))
        }
    }

    /// Returns whether the former password has just opened this session and the second factor, if any, was proved. Such a session
    /// learns of the upgrade, as a request with the former password does.
    private func isNewByFormerPassword(_ active: ActiveSession, now: Timestamp) -> Bool {
        active.session.isByFormerPassword && now - active.session.createdAt <= lifetimes.recentAuthentication
            && hasRecentFactor(active, now: now)
    }

    /// Returns the permission by password only.
    private func permission(by signIn: SignIn, now: Timestamp) async throws -> UpgradePermission {
        let credential = try await stores.credential(named: signIn.userName)
        let device = try await knownDevice(signIn.deviceToken, now: now)
        let attempt = signIn.attempt(for: credential, device: device, budgets: throttles, keys: budgetKeys)
        let failure = event(.signInFailed, credential?.account.id, by: signIn.client, at: now)
        switch try await self.attempt(attempt, failure: failure, now: now) {
        case .throttled(let retryAfter): return .denied(.throttled(retryAfter: retryAfter))
        case .rejected: return .denied(.wrongCredentials)
        case .verified(let verified):
            let account = verified.credential.account
            guard !mustEnrol(account) else { return .denied(.enrolmentRequired) }
            return .granted(
                UpgradeAuthorization(
                    account: account, credential: verified.credential, session: nil, isByFormerPassword: verified.isFormer,
                    knownDevice: device?.account == account.id ? device?.digest : nil))
        }
    }
}

/// The state that decides about an upgrade, as a store reads it in the transaction that makes it.
package struct UpgradeFacts: Sendable {
    /// The requesting session, which is valid.
    package struct RequestingSession: Sendable {
        let session: SessionID
        /// The time when a credential was last proved in it.
        let authenticatedAt: Timestamp
        /// Whether a second factor was proved in it.
        let hasFactor: Bool

        package init(session: SessionID, authenticatedAt: Timestamp, hasFactor: Bool) {
            self.session = session
            self.authenticatedAt = authenticatedAt
            self.hasFactor = hasFactor
        }
    }

    /// The version of the current password; nil for an account without a password.
    let version: Int?
    /// The last upgrade.
    package let last: StoredPasswordUpgrade?
    /// The requesting session. Nil if the request carried the password, or the requesting session has ended.
    let requestingSession: RequestingSession?
    let requiresFactor: Bool

    package init(version: Int?, last: StoredPasswordUpgrade?, requestingSession: RequestingSession?, requiresFactor: Bool) {
        self.version = version
        self.last = last
        self.requestingSession = requestingSession
        self.requiresFactor = requiresFactor
    }

    /// Returns the reason against upgrading the password of this version, or nil.
    ///
    /// - Parameter session: the requesting session; nil if the request carried the password.
    package func obstacle(to version: Int, in session: SessionID?, at now: Timestamp) -> UpgradeObstacle? {
        guard self.version == version, requestingSession?.session == session else { return .superseded }
        let shown = requestingSession.map { ($0.session, $0.authenticatedAt) }
        if let last, last.version == version, last.forbidsAnother(by: shown, at: now) { return .superseded }
        return requiresFactor && requestingSession?.hasFactor != true ? .factorRequired : nil
    }
}

/// The reason why an upgrade is not made.
package enum UpgradeObstacle: Hashable, Sendable {
    /// Another request changed or upgraded the password, or the session ended.
    case superseded
    /// The account has a second factor that was not proved.
    case factorRequired
}

extension PasswordUpgradeResult {
    package init(_ obstacle: UpgradeObstacle) {
        self =
            switch obstacle {
            case .superseded: .superseded
            case .factorRequired: .factorRequired
            }
    }
}

extension AppleConversionResult {
    package init(_ obstacle: UpgradeObstacle) {
        self =
            switch obstacle {
            case .superseded: .superseded
            case .factorRequired: .factorRequired
            }
    }
}
