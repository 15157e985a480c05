package import Secrets

/// A request to replace the password by Sign in with Apple.
///
/// 1. A permitted request is admitted (``AppleAccountService/admitUpgrade(_:answering:now:)``).
/// 2. The conversion starts with its own nonce, which the client passes to Apple.
/// 3. A second request brings Apple's assertion, verified against that nonce. In one transaction the identity is linked, the
///    password is removed, and every session except the requesting one ends.
///
/// Until then the client may repeat the requests. Afterwards the password is invalid and the requesting session has a new token. A
/// client that lost this response signs in with Apple, and learns under the same key that the conversion is complete.
package struct AppleUpgrade: Sendable {
    package let key: UpgradeKey
    package let authority: UpgradeAuthority
    package let client: Client

    package init(key: UpgradeKey, authority: UpgradeAuthority, client: Client) {
        self.key = key
        self.authority = authority
        self.client = client
    }
}

/// Evidence that a request may convert an account. Only ``AppleAccountService/admitUpgrade(_:answering:now:)`` creates one.
package struct AdmittedAppleUpgrade: Sendable {
    let request: AppleUpgrade
    let authorization: UpgradeAuthorization
    /// The password to remove.
    let credential: PasswordCredential
}

package enum AppleUpgradeAdmission: Sendable {
    case admitted(AdmittedAppleUpgrade)
    /// The conversion is already complete.
    case converted
    case denied(UpgradeDenial)
    case noPassword
    /// The password was upgraded elsewhere, and the client has not learned of it or requests another upgrade too soon.
    case superseded
    /// The nonce does not belong to this upgrade, or has expired.
    case challengeRejected
}

package enum AppleUpgradeBeginning: Sendable {
    case begun(Challenge)
    case throttled(retryAfter: Duration)
}

package enum AppleUpgradeOutcome: Sendable {
    /// The requesting session with a new token; nil if the request carried the password, or the conversion was already complete.
    case converted(SignedIn?)
    /// The nonce no longer belongs to this upgrade, or has expired.
    case challengeRejected
    /// Apple has reported a later revocation of the consent, so the identity could not sign in.
    case outdated
    /// See ``AppleLinkingOutcome/identityTaken(replaceable:)``.
    case identityTaken(replaceable: Account?)
    /// The account has another identity of this team.
    case alreadyLinked
    /// The identity is linked to this account, and a recovery suspended it.
    case suspended
    /// The account got a second factor at the same time.
    case factorRequired(FactorChallenge)
    /// The password changed or the session ended at the same time.
    case superseded
}

/// The result of a conversion on the pages.
package enum AppleWebConversion: Sendable {
    case finished(AppleUpgradeOutcome)
    case denied(UpgradeDenial)
    case noPassword
}

/// A conversion as a store keeps it: the last one of each account.
package struct StoredAppleUpgrade: Hashable, Sendable {
    package let key: UpgradeKey
    /// The digest of the nonce.
    package let nonce: TokenDigest
    package let expiresAt: Timestamp
    /// The time of the conversion. Nil until the conversion is complete.
    package let convertedAt: Timestamp?

    package init(key: UpgradeKey, nonce: TokenDigest, expiresAt: Timestamp, convertedAt: Timestamp? = nil) {
        self.key = key
        self.nonce = nonce
        self.expiresAt = expiresAt
        self.convertedAt = convertedAt
    }
}

extension AppleAccountService {
    /// Admits a conversion, or finds it complete. All checks that do not need Apple run here, so that a request that must fail does
    /// not use up a code from Apple.
    ///
    /// - Parameter nonce: the nonce of Apple's assertion, if there is one; nil to start.
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
            if let nonce, begun?.awaits(nonce.digest, under: request.key, at: now) != true { return .challengeRejected }
            return .admitted(AdmittedAppleUpgrade(request: request, authorization: authorization, credential: credential))
        }
    }

    /// Starts a conversion, which replaces one that was started before. It is charged like a challenge.
    package func beginUpgrade(_ admitted: AdmittedAppleUpgrade, now: Timestamp) async throws -> AppleUpgradeBeginning {
        if case .exhausted(let retryAfter) = try await stores.charge(challengeCharges(from: admitted.request.client), now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let challenge = Challenge(nonce: OpaqueToken(random: random), expiresAt: now + Challenge.lifetime)
        try await stores.begin(
            StoredAppleUpgrade(key: admitted.request.key, nonce: challenge.nonce.digest, expiresAt: challenge.expiresAt),
            of: admitted.authorization.account.id)
        return .begun(challenge)
    }

    /// Converts the account. The caller has verified the assertion against this nonce.
    ///
    /// - Parameter replaced: the account that has the identity, if the user confirmed its deletion (``AppleReplacement``); nil for none.
    package func finishUpgrade(
        _ admitted: AdmittedAppleUpgrade, by assertion: AppleIdentityAssertion, grant: AppleGrant, nonce: OpaqueToken,
        replacing replaced: AccountID? = nil, now: Timestamp
    ) async throws -> AppleUpgradeOutcome {
        let (request, account) = (admitted.request, admitted.authorization.account)
        guard try await isFirstUse(of: assertion) else { return .challengeRejected }
        try await keepName(of: assertion, now: now)
        let known = try await identity(of: assertion, by: request.client, now: now)
        if let known, known.account == account.id, known.suspendedAt != nil {
            try await accounts.recordSuspendedUse(of: account.id, by: request.client, now: now)
            return .suspended
        }
        let replacement = try await replacement(
            of: known, by: assertion, for: account.id, confirmed: replaced, client: request.client, now: now)
        let renewed = admitted.authorization.session.map { active in
            RenewedSession(
                of: active, account: account.passwordChanged(at: nil), authenticatedAt: active.session.authenticatedAt,
                token: OpaqueToken(random: random))
        }
        let event = event(.upgradedToApple, account.id, by: request.client, at: now)
        let ownID = known.flatMap { $0.account == account.id ? $0.id : nil }
        let conversion = AppleConversion(
            key: request.key, account: account.id, nonce: nonce.digest, version: admitted.credential.version,
            verification: try verification(
                for: assertion, grant: grant, id: ownID ?? replacement.moved ?? AppleIdentityID(random: random),
                deletion: replacement.deletion, now: now),
            renewal: renewed?.renewal, event: event)
        switch try await stores.convert(conversion) {
        case .converted:
            if let deletion = replacement.deletion { accounts.report(deletion) }
            accounts.report(event)
            return .converted(renewed?.signedIn)
        case .repeated: return .converted(nil)
        case .nonceRejected: return .challengeRejected
        case .outdated: return .outdated
        case .identityTaken: return .identityTaken(replaceable: replacement.offer)
        case .alreadyLinked: return .alreadyLinked
        case .superseded: return .superseded
        case .factorRequired: return .factorRequired(try await accounts.challenge(for: admitted.authorization, now: now))
        }
    }

    /// Converts the account of a session by Apple's assertion for a web attempt of that session, in one transaction like
    /// ``finishUpgrade(_:by:grant:nonce:replacing:now:)``. The single-use attempt replaces an app upgrade's nonce.
    func convert(
        _ active: ActiveSession, answered assertion: AppleIdentityAssertion, grant: AppleGrant, replacing replaced: AccountID?,
        client: Client, now: Timestamp
    ) async throws -> AppleWebConversion {
        let request = AppleUpgrade(key: UpgradeKey(random: random), authority: .session(active), client: client)
        switch try await admitUpgrade(request, now: now) {
        case .denied(let denial): return .denied(denial)
        case .noPassword: return .noPassword
        case .converted, .superseded, .challengeRejected: return .finished(.superseded)
        case .admitted(let admitted):
            switch try await beginUpgrade(admitted, now: now) {
            case .throttled(let retryAfter): return .denied(.throttled(retryAfter: retryAfter))
            case .begun(let challenge):
                return .finished(
                    try await finishUpgrade(
                        admitted, by: assertion, grant: grant, nonce: challenge.nonce, replacing: replaced, now: now))
            }
        }
    }
}

extension StoredAppleUpgrade {
    /// Returns whether the conversion waits for Apple's assertion with this nonce.
    fileprivate func awaits(_ nonce: TokenDigest, under key: UpgradeKey, at now: Timestamp) -> Bool {
        self.key == key && constantTimeEquals(self.nonce.bytes, nonce.bytes) && now < expiresAt
    }
}
