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
