package import Secrets

extension AppleAccountService {
    /// Begins a conversion, or finds it done. Charged as a challenge is.
    package func beginUpgrade(_ request: AppleUpgrade, now: Timestamp) async throws -> AppleUpgradeBeginning {
        switch try await accounts.permission(for: request.authority, now: now) {
        case .denied(let denial): return .denied(denial)
        case .granted(let authorization):
            let account = authorization.account.id
            if try await isConverted(request.key, account) { return .converted }
            guard authorization.credential != nil else { return .noPassword }
            guard !authorization.isByFormerPassword else { return .superseded }
            switch try await stores.charge(challengeCharges(from: request.client), now: now) {
            case .exhausted(let retryAfter): return .denied(.throttled(retryAfter: retryAfter))
            case .admitted: break
            }
            let challenge = Challenge(nonce: OpaqueToken(random: random), expiresAt: now + Challenge.lifetime)
            try await stores.begin(
                StoredAppleUpgrade(key: request.key, nonce: challenge.nonce.digest, expiresAt: challenge.expiresAt), of: account)
            return .begun(challenge)
        }
    }

    /// Converts the account. The assertion was verified against this nonce.
    package func finishUpgrade(
        _ request: AppleUpgrade, by assertion: AppleIdentityAssertion, grant: AppleGrant, nonce: OpaqueToken, now: Timestamp
    ) async throws -> AppleUpgradeOutcome {
        switch try await accounts.permission(for: request.authority, now: now) {
        case .denied(let denial): return .denied(denial)
        case .granted(let authorization):
            let account = authorization.account
            if try await isConverted(request.key, account.id) { return .converted(nil) }
            guard let credential = authorization.credential else { return .noPassword }
            guard !authorization.isByFormerPassword else { return .superseded }
            try await keepName(of: assertion, now: now)
            let known = try await identity(of: assertion, by: request.client, now: now)
            let renewed = authorization.session.map { active in
                RenewedSession(
                    of: active, account: account.passwordChanged(at: nil), authenticatedAt: active.session.authenticatedAt,
                    token: OpaqueToken(random: random))
            }
            let event = event(.upgradedToApple, account.id, by: request.client, at: now)
            let conversion = AppleConversion(
                key: request.key, account: account.id, nonce: nonce.digest, version: credential.version,
                vouching: try vouching(
                    for: assertion, grant: grant, id: known?.id ?? AppleIdentityID(random: random), now: now),
                renewal: renewed?.renewal, event: event)
            switch try await stores.convert(conversion) {
            case .converted:
                accounts.report(event)
                return .converted(renewed?.signedIn)
            case .repeated: return .converted(nil)
            case .nonceRefused: return .challengeRefused
            case .outdated: return .outdated
            case .identityTaken: return .identityTaken
            case .alreadyLinked: return .alreadyLinked
            case .superseded: return .superseded
            }
        }
    }

    private func isConverted(_ key: UpgradeKey, _ account: AccountID) async throws -> Bool {
        guard let upgrade = try await stores.appleUpgrade(of: account) else { return false }
        return upgrade.key == key && upgrade.convertedAt != nil
    }
}
