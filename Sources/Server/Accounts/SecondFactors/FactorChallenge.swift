import Crypto
import FoundationEssentials
package import Secrets
package import WebAuthn

/// A random token of 256 bits for a client that has proved one factor and must prove another. It is single-use. It is bound to its
/// account, its purpose, and either the first factor or the session that requested it. Only its digest is stored.
package struct FactorChallenge: Sendable {
    package let token: OpaqueToken
    package let account: AccountID
    package let factors: SecondFactors
    /// The time from which a code is no longer accepted.
    package let expiresAt: Timestamp
    /// The time from which a signature is no longer accepted.
    package let signatureExpiresAt: Timestamp

    /// The lifetime of a challenge, which is enough time for a user to find the phone or the paper with the recovery codes.
    package static var lifetime: Duration { .seconds(600) }
    /// A device signs immediately.
    package static var signatureLifetime: Duration { .seconds(120) }
    /// The number of answers that are checked, right or wrong. A wrong passkey is the last one.
    package static var attempts: Int { 5 }
    /// The maximum number of sign-ins of one account that wait for a second factor.
    package static var limit: Int { 20 }

    /// Returns the challenge that a passkey signs as second factor. Pages show it to their scripts. It is derived from the token and
    /// does not reveal it, because browsers keep the token in a cookie that scripts cannot read.
    package static func passkeyChallenge(of token: OpaqueToken) -> WebAuthn.Challenge {
        let key = SymmetricKey(data: Data(token.reveal().utf8))
        return WebAuthn.Challenge(
            ofAnyLength: Array(HMAC<SHA256>.authenticationCode(for: Data("passkey challenge".utf8), using: key)))
    }
}

/// A challenge as a store keeps it.
package struct StoredFactorChallenge: Hashable, Sendable {
    package let digest: TokenDigest
    package let account: AccountID
    package let purpose: FactorPurpose
    /// The known device of this account that sent the request, if any.
    package let device: TokenDigest?
    package let issuedAt: Timestamp
    package let expiresAt: Timestamp

    package init(
        digest: TokenDigest, account: AccountID, purpose: FactorPurpose, device: TokenDigest?, issuedAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.digest = digest
        self.account = account
        self.purpose = purpose
        self.device = device
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}

/// The purpose of a challenge.
package enum FactorPurpose: Hashable, Sendable {
    /// Sign in after this first factor.
    case signIn(FirstFactor)
    /// Reauthenticate in this session.
    case stepUp(SessionID)
    /// Recover the account in the recovery session with this digest.
    case recovery(TokenDigest)

    /// The session that the challenge is bound to.
    package var session: SessionID? {
        if case .stepUp(let session) = self { session } else { nil }
    }

    /// The recovery session that the challenge is bound to.
    package var recovery: TokenDigest? {
        if case .recovery(let session) = self { session } else { nil }
    }

    /// Whether a passkey can be the second factor. It cannot if a passkey was the first one.
    var acceptsPasskeys: Bool {
        if case .signIn(.passkey) = self { false } else { true }
    }
}

/// The first factor of a sign-in. It must still be valid when the second factor is proved.
package enum FirstFactor: Hashable, Sendable {
    case password(version: Int)
    case apple(AppleIdentityID)
    /// - `hasVerifiedUser`: whether the authenticator verified the user. With the second factor, its next verification counts as a
    ///   factor.
    case passkey(PasskeyID, hasVerifiedUser: Bool)
    /// The code that was mailed to this address.
    case mailedCode(AccountAddressID)

    var origin: SessionOrigin {
        switch self {
        case .password: .password
        case .apple: .apple
        case .passkey: .passkey
        case .mailedCode: .mailedCode
        }
    }

    /// The audit event of the sign-in.
    var signInEvent: AuditEventKind {
        switch self {
        case .password: .signedIn
        case .apple: .signedInByApple
        case .passkey: .signedInByPasskey
        case .mailedCode: .signedInByMail
        }
    }

    /// Returns the time when the first factor was proved; ``Session/beforeCounting`` for a factor that never counts as recent
    /// authentication.
    func authenticatedAt(_ moment: Timestamp) -> Timestamp {
        switch self {
        case .password, .apple, .passkey: moment
        case .mailedCode: Session.beforeCounting
        }
    }
}

extension AccountService {
    /// Creates a challenge for a second factor of an account.
    ///
    /// - Parameter device: the known device of this account that sent the request, if any.
    func challenge(
        _ account: AccountID, for purpose: FactorPurpose, device: TokenDigest?, now: Timestamp
    ) async throws -> FactorChallenge {
        let token = OpaqueToken(random: random)
        let stored = StoredFactorChallenge(
            digest: token.digest, account: account, purpose: purpose, device: device, issuedAt: now,
            expiresAt: now + FactorChallenge.lifetime)
        try await stores.add(stored)
        return FactorChallenge(
            token: token, account: account, factors: try await factors(of: account, for: purpose), expiresAt: stored.expiresAt,
            signatureExpiresAt: now + FactorChallenge.signatureLifetime)
    }

    /// Returns the second factors of an account that can be used for this purpose.
    func factors(of account: AccountID, for purpose: FactorPurpose) async throws -> SecondFactors {
        let factors = try await stores.secondFactors(of: account)
        return passkeyPolicy != nil && purpose.acceptsPasskeys ? factors : factors.withoutPasskeys
    }

    /// Returns the proof that is missing before a sensitive operation: a first factor, a second factor, or nothing (nil).
    package func missingProof(of active: ActiveSession, now: Timestamp) -> MissingProof? {
        if now - active.session.authenticatedAt > lifetimes.recentAuthentication { return .firstFactor }
        return isRecentlyAuthenticated(active, now: now) ? nil : .secondFactor
    }

    /// Returns whether the account has no second factor, or one was proved recently.
    package func hasRecentFactor(_ active: ActiveSession, now: Timestamp) -> Bool {
        active.hasRecentFactor(within: lifetimes.recentAuthentication, now: now)
    }

    /// Creates a challenge for a second factor in a session, which replaces the session's previous challenge. Returns nil for an
    /// account without a second factor.
    package func challenge(_ active: ActiveSession, now: Timestamp) async throws -> FactorChallenge? {
        guard active.account.hasSecondFactor else { return nil }
        return try await challenge(active.account.id, for: .stepUp(active.session.id), device: nil, now: now)
    }
}

package enum MissingProof: Hashable, Sendable {
    case firstFactor
    case secondFactor
}
