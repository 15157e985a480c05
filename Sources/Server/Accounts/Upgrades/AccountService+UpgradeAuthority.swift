extension AccountService {
    func permission(for authority: UpgradeAuthority, now: Timestamp) async throws -> UpgradePermission {
        switch authority {
        case .session(let active): return try await permission(in: active, now: now)
        case .password(let signIn):
            switch try await permission(by: signIn, now: now) {
            case .granted(let authorization) where authorization.account.hasSecondFactor:
                let first = FirstFactor.password(version: authorization.credential?.version ?? 0)
                return .denied(
                    .factorRequired(
                        try await challenge(
                            authorization.account.id, for: .signIn(first), device: authorization.knownDevice, now: now)))
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

    private func permission(in active: ActiveSession, now: Timestamp) async throws -> UpgradePermission {
        switch missingProof(of: active, now: now) {
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
            return .granted(
                UpgradeAuthorization(
                    account: account, credential: verified.credential, session: nil, isByFormerPassword: verified.isFormer,
                    knownDevice: device?.account == account.id ? device?.digest : nil))
        }
    }
}
