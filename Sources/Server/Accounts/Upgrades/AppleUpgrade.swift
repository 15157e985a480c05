package import Secrets

/// A request to put Sign in with Apple in the place of the password.
///
/// The ceremony: whoever may is admitted (``AppleAccountService/admitUpgrade(_:answering:now:)``); it begins with a nonce of its own, which goes to
/// Apple; the second request brings what Apple said, verified against it. In one step the identity becomes the account's, the password goes, and
/// every session but the one that asked ends. Until then it may be asked as often as one likes. Once it is done the password gives no right any
/// more, and the token of the session that asked is an old one: whoever lost that answer signs in with Apple, and is told under the same key
/// that it is done.
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

/// Evidence that somebody may convert an account. Only ``AppleAccountService/admitUpgrade(_:answering:now:)`` makes one.
package struct AdmittedAppleUpgrade: Sendable {
    let request: AppleUpgrade
    let authorization: UpgradeAuthorization
    /// The password that is to go.
    let credential: PasswordCredential
}

package enum AppleUpgradeAdmission: Sendable {
    case admitted(AdmittedAppleUpgrade)
    /// It is done already.
    case converted
    case denied(UpgradeDenial)
    case noPassword
    /// The password was upgraded by somebody else, and whoever asks did not hear of it, or came too early after that.
    case superseded
    /// The nonce is not the one of this upgrade, or has expired.
    case challengeRefused
}

package enum AppleUpgradeBeginning: Sendable {
    case begun(Challenge)
    case throttled(retryAfter: Duration)
}

package enum AppleUpgradeOutcome: Sendable {
    /// The session that asked, under a new token; nil where the password did, or where it was done before.
    case converted(SignedIn?)
    /// The nonce is no longer the one of this upgrade, or has expired.
    case challengeRefused
    /// Apple told since that consent has ended: nobody could sign in by it.
    case outdated
    case identityTaken
    /// The account has another identity of this team.
    case alreadyLinked
    /// The account got a second factor at the same moment.
    case factorRequired(FactorChallenge)
    /// The password changed, or the session ended, at the same moment.
    case superseded
}

/// How a conversion on the pages ended.
package enum AppleWebConversion: Sendable {
    case finished(AppleUpgradeOutcome)
    case denied(UpgradeDenial)
    case noPassword
}

/// A conversion as a store keeps it: the last one of each account.
package struct StoredAppleUpgrade: Hashable, Sendable {
    package let key: UpgradeKey
    /// Of the nonce.
    package let nonce: TokenDigest
    package let expiresAt: Timestamp
    /// Nil until it is done.
    package let convertedAt: Timestamp?

    package init(key: UpgradeKey, nonce: TokenDigest, expiresAt: Timestamp, convertedAt: Timestamp? = nil) {
        self.key = key
        self.nonce = nonce
        self.expiresAt = expiresAt
        self.convertedAt = convertedAt
    }
}

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
        if case .exhausted(let retryAfter) = try await stores.charge(challengeCharges(from: admitted.request.client), now: now) {
            return .throttled(retryAfter: retryAfter)
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
