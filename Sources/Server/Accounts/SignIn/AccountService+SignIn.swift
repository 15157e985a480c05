import Secrets

extension AccountService {
    /// Signs in by password. See ``SignIn`` for the ceremony.
    package func signIn(_ request: SignIn, now: Timestamp) async throws -> SignInOutcome {
        let credential = try await stores.credential(named: request.userName)
        let device = try await knownDevice(request.deviceToken, now: now)
        let attempt = request.attempt(for: credential, device: device, budgets: throttles, keys: budgetKeys)
        let failure = event(.signInFailed, credential?.account.id, by: request.client, at: now)

        switch try await self.attempt(attempt, failure: failure, now: now) {
        case .throttled(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .refused: return .refused
        case .verified(let verified):
            let outcome = try await open(request, verified: verified, device: device, now: now)
            await rehashIfNeeded(request.password, verified: verified, client: request.client)
            return outcome
        }
    }

    /// The device with this token, unless it has been unused for too long.
    func knownDevice(_ token: OpaqueToken?, now: Timestamp) async throws -> Device? {
        guard let token else { return nil }
        return try await stores.device(token.digest, usedSince: now - Device.lifetime)
    }

    private func open(
        _ request: SignIn, verified: VerifiedPassword, device: Device?, now: Timestamp
    ) async throws -> SignInOutcome {
        let new = NewSession(
            for: verified.credential.account, client: request.client, event: .signedIn, replacing: device?.digest,
            authenticatedAt: verified.isFormer ? Session.beforeCounting : now, now: now, lifetimes: lifetimes, random: random)
        switch try await stores.open(new.opening, passwordVersion: verified.version) {
        case .superseded: return .refused
        case .factorRequired:
            let account = verified.credential.account.id
            return .factorRequired(
                try await challenge(
                    account, for: .signIn(.password(version: verified.version)),
                    device: device?.account == account ? device?.digest : nil, now: now))
        case .opened:
            report(new.opening.event)
            return .signedIn(new.signedIn)
        }
    }
}
