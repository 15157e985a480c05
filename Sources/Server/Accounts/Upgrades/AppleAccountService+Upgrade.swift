package import Secrets

extension AppleAccountService {
    /// Lets somebody convert an account, or finds it done. All that can be said before Apple is asked is said here, so that a request which
    /// comes to nothing spends no code of Apple's.
    ///
    /// - Parameter nonce: what Apple's answer was asked for, where there is one already; nil to begin.
    package func admitUpgrade(
        _ request: AppleUpgrade, answering nonce: OpaqueToken? = nil, now: Timestamp
    ) async throws -> AppleUpgradeAdmission {
        switch try await accounts.permission(for: request.authority, now: now) {
        case .denied(let denial): return .denied(denial)
        case .granted(let authorization):
            let begun = try await stores.appleUpgrade(of: authorization.account.id)
            if let begun, begun.key == request.key, begun.convertedAt != nil { return .converted }
            guard let credential = authorization.credential else { return .noPassword }
            guard try await !accounts.isTooEarly(authorization, now: now) else { return .superseded }
            if let nonce, begun?.awaits(nonce.digest, under: request.key, at: now) != true { return .challengeRefused }
            return .admitted(AdmittedAppleUpgrade(request: request, authorization: authorization, credential: credential))
        }
    }

    /// Begins a conversion, in place of what was begun before. Charged as a challenge is.
    package func beginUpgrade(_ admitted: AdmittedAppleUpgrade, now: Timestamp) async throws -> AppleUpgradeBeginning {
        switch try await stores.charge(challengeCharges(from: admitted.request.client), now: now) {
        case .exhausted(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .admitted: break
        }
        let challenge = Challenge(nonce: OpaqueToken(random: random), expiresAt: now + Challenge.lifetime)
        try await stores.begin(
            StoredAppleUpgrade(key: admitted.request.key, nonce: challenge.nonce.digest, expiresAt: challenge.expiresAt),
            of: admitted.authorization.account.id)
        return .begun(challenge)
    }

    /// Converts the account. The assertion was verified against this nonce.
    package func finishUpgrade(
        _ admitted: AdmittedAppleUpgrade, by assertion: AppleIdentityAssertion, grant: AppleGrant, nonce: OpaqueToken,
        now: Timestamp
    ) async throws -> AppleUpgradeOutcome {
        let (request, account) = (admitted.request, admitted.authorization.account)
        guard try await isFirstUse(of: assertion) else { return .challengeRefused }
        try await keepName(of: assertion, now: now)
        let known = try await identity(of: assertion, by: request.client, now: now)
        let renewed = admitted.authorization.session.map { active in
            RenewedSession(
                of: active, account: account.passwordChanged(at: nil), authenticatedAt: active.session.authenticatedAt,
                token: OpaqueToken(random: random))
        }
        let event = event(.upgradedToApple, account.id, by: request.client, at: now)
        let conversion = AppleConversion(
            key: request.key, account: account.id, nonce: nonce.digest, version: admitted.credential.version,
            vouching: try vouching(for: assertion, grant: grant, id: known?.id ?? AppleIdentityID(random: random), now: now),
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
        case .factorRequired: return .factorRequired(try await accounts.challenge(for: admitted.authorization, now: now))
        }
    }

    /// Converts the account of a session by what Apple said to a web attempt of that session, in one transaction as ``finishUpgrade(_:by:grant:nonce:now:)``
    /// does. The attempt, which is single use, is what the nonce of an app's upgrade is.
    func convert(
        _ active: ActiveSession, answered assertion: AppleIdentityAssertion, grant: AppleGrant, client: Client, now: Timestamp
    ) async throws -> AppleWebConversion {
        let request = AppleUpgrade(key: UpgradeKey(random: random), authority: .session(active), client: client)
        switch try await admitUpgrade(request, now: now) {
        case .denied(let denial): return .denied(denial)
        case .noPassword: return .noPassword
        case .converted, .superseded, .challengeRefused: return .finished(.superseded)
        case .admitted(let admitted):
            switch try await beginUpgrade(admitted, now: now) {
            case .throttled(let retryAfter): return .denied(.throttled(retryAfter: retryAfter))
            case .begun(let challenge):
                return .finished(
                    try await finishUpgrade(admitted, by: assertion, grant: grant, nonce: challenge.nonce, now: now))
            }
        }
    }
}

extension StoredAppleUpgrade {
    /// Whether it waits for what Apple says to this nonce.
    fileprivate func awaits(_ nonce: TokenDigest, under key: UpgradeKey, at now: Timestamp) -> Bool {
        self.key == key && constantTimeEquals(self.nonce.bytes, nonce.bytes) && now < expiresAt
    }
}
