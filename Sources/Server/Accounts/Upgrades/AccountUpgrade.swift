import Secrets

/// A change of an account from a weak password to a strong one, or to Sign in with Apple, that whoever asked for it can ask again when the
/// answer was lost.
package enum AccountUpgrade {
    /// How long the password before an upgrade signs in besides the new one, unless the upgrade is confirmed earlier: for a device that was
    /// switched off before it could store the new one.
    package static var grace: Duration { .seconds(600) }
    /// How long an upgrade answers to its key.
    package static var memory: Duration { .seconds(30 * 86_400) }
}

/// What the client chose to know one upgrade by: any UUID, one for each upgrade. It is no secret.
package typealias UpgradeKey = Identifier<AccountUpgrade>

/// What gives somebody the right to an upgrade.
package enum UpgradeAuthority: Sendable {
    /// A session in which enough was shown within the last minutes.
    case session(ActiveSession)
    /// The password, as at a sign-in and charged as one. Where the account has a second factor it is not enough.
    case password(SignIn)

    /// The session, where one gives the right.
    var session: ActiveSession? {
        if case .session(let active) = self { active } else { nil }
    }
}

/// What an upgrade may rest on.
struct UpgradeAuthorization: Sendable {
    let account: Account
    /// Nil where the account has no password.
    let credential: PasswordCredential?
    let session: ActiveSession?
    /// Whether the password that was shown, or that opened the session, is the one before an upgrade. It gives a right to nothing but the answer
    /// to that upgrade.
    let isByFormerPassword: Bool
    /// The known device of this account that showed the password, if it was one.
    let knownDevice: TokenDigest?

    /// The version of the password that was shown.
    var shownVersion: Int { (credential?.version ?? 0) - (isByFormerPassword ? 1 : 0) }
}

/// Why there is no right to an upgrade.
package enum UpgradeDenial: Sendable {
    case wrongCredentials
    /// Nothing was shown in the session within the last minutes.
    case reauthenticationRequired
    /// Answered by a session that has what is missing: after a password one that signing in with the second factor opens.
    case factorRequired(FactorChallenge)
    /// The account must have a second factor and has none: its sessions can set one up, and nothing else is done for it before.
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

    /// What ends a former password rests on: the new one is enough, also where there is a second factor, since it takes a right away and gives none.
    func permissionToConfirm(by authority: UpgradeAuthority, now: Timestamp) async throws -> UpgradePermission {
        switch authority {
        case .session(let active): try await permission(in: active, now: now)
        case .password(let signIn): try await permission(by: signIn, now: now)
        }
    }

    /// Asks for the second factor that is missing beside what gave the right.
    func challenge(for authorization: UpgradeAuthorization, now: Timestamp) async throws -> FactorChallenge {
        let purpose: FactorPurpose =
            if let session = authorization.session?.session.id {
                .stepUp(session)
            } else {
                .signIn(.password(version: authorization.shownVersion))
            }
        return try await challenge(authorization.account.id, for: purpose, device: authorization.knownDevice, now: now)
    }

    /// Whether an upgrade has been made that whoever asks did not hear of, or that its own device may not have stored yet. The store looks
    /// again; here it spares people a hash, or a visit to Apple.
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

    /// Whether the former password has just opened this session, and the second factor was shown where there is one: such a session is told
    /// of the upgrade that was made, as the former password is.
    private func isNewByFormerPassword(_ active: ActiveSession, now: Timestamp) -> Bool {
        active.session.isByFormerPassword && now - active.session.createdAt <= lifetimes.recentAuthentication
            && hasRecentFactor(active, now: now)
    }

    /// By the password alone.
    private func permission(by signIn: SignIn, now: Timestamp) async throws -> UpgradePermission {
        let credential = try await stores.credential(named: signIn.userName)
        let device = try await knownDevice(signIn.deviceToken, now: now)
        let attempt = signIn.attempt(for: credential, device: device, budgets: throttles, keys: budgetKeys)
        let failure = event(.signInFailed, credential?.account.id, by: signIn.client, at: now)
        switch try await self.attempt(attempt, failure: failure, now: now) {
        case .throttled(let retryAfter): return .denied(.throttled(retryAfter: retryAfter))
        case .refused: return .denied(.wrongCredentials)
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

/// What an upgrade of a password is decided by, as a store has read it in the transaction that is to make it.
package struct UpgradeGrounds: Sendable {
    /// The session that asks for it, which lives.
    package struct Asking: Sendable {
        let session: SessionID
        /// When a credential was last shown in it.
        let authenticatedAt: Timestamp
        /// Whether a second factor was shown in it.
        let hasFactor: Bool

        package init(session: SessionID, authenticatedAt: Timestamp, hasFactor: Bool) {
            self.session = session
            self.authenticatedAt = authenticatedAt
            self.hasFactor = hasFactor
        }
    }

    /// Of the password in force; nil where there is none.
    let version: Int?
    /// The upgrade that was made last.
    package let last: StoredPasswordUpgrade?
    /// Nil where the password itself asks, and where the session that does has ended.
    let asking: Asking?
    let requiresFactor: Bool

    package init(version: Int?, last: StoredPasswordUpgrade?, asking: Asking?, requiresFactor: Bool) {
        self.version = version
        self.last = last
        self.asking = asking
        self.requiresFactor = requiresFactor
    }

    /// What stands against an upgrade of the password at a version; nil for nothing.
    ///
    /// - Parameter session: where it was asked for; nil for by the password.
    package func obstacle(to version: Int, in session: SessionID?, at now: Timestamp) -> UpgradeObstacle? {
        guard self.version == version, asking?.session == session else { return .superseded }
        let shown = asking.map { ($0.session, $0.authenticatedAt) }
        if let last, last.version == version, last.forbidsAnother(by: shown, at: now) { return .superseded }
        return requiresFactor && asking?.hasFactor != true ? .factorRequired : nil
    }
}

/// What an upgrade is not made for.
package enum UpgradeObstacle: Hashable, Sendable {
    /// The password changed, or was upgraded by somebody else, or the session ended.
    case superseded
    /// The account has a second factor, and none was shown.
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
