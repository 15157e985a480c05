package import Secrets

/// A verified request to sign in with Apple.
///
/// First the challenge is used up, or the web attempt is finished. A known identity opens a session of its account. An unknown
/// identity gets a new account without user name and password; it never joins an existing account by e-mail address. An identity
/// that the app's former team announced is moved. If two requests create an account for the same identity at once, the second signs
/// in to the account that the first created.
package struct AppleSignIn: Sendable {
    package let assertion: AppleIdentityAssertion
    package let grant: AppleGrant
    package let deviceToken: OpaqueToken?
    package let client: Client

    /// - Parameter deviceToken: the token from an earlier sign-in on this device.
    package init(assertion: AppleIdentityAssertion, grant: AppleGrant, deviceToken: OpaqueToken?, client: Client) {
        self.assertion = assertion
        self.grant = grant
        self.deviceToken = deviceToken
        self.client = client
    }
}

package enum AppleSignInOutcome: Sendable {
    case signedIn(SignedIn)
    /// A new account was created and signed in.
    case registered(SignedIn)
    /// Apple has authenticated the user, and the account requires a second factor.
    case factorRequired(FactorChallenge)
    /// The nonce belongs to no challenge that can be answered now.
    case challengeRejected
    /// Apple has reported a later revocation of the consent. The user gives consent again by signing in again.
    case outdated
    /// A recovery suspended the identity.
    case suspended
    case throttled(retryAfter: Duration)
}

/// The values that a store writes about an Apple identity in one transaction after Apple has authenticated the user.
package struct AppleVerification: Sendable {
    /// The identifier of a known identity, or the one for a new identity.
    package let id: AppleIdentityID
    package let assertion: AppleIdentityAssertion
    package let grant: SealedAppleGrant
    /// The maximum number of identities of this team in an account. An account at the limit rejects another one.
    package let limit: Int
    /// The deletion of the account from which the identity may move; nil if it may not move. See ``AppleReplacement``.
    package let deletion: AuditEvent?
    package let at: Timestamp

    package init(
        id: AppleIdentityID, assertion: AppleIdentityAssertion, grant: SealedAppleGrant, limit: Int = 1,
        deletion: AuditEvent? = nil, at now: Timestamp
    ) {
        self.id = id
        self.assertion = assertion
        self.grant = grant
        self.limit = limit
        self.deletion = deletion
        at = now
    }
}

extension AppleAccountService {
    /// Signs in from a native app. The nonce must answer a challenge issued for ``ChallengePurpose/appleSignIn``. See
    /// ``AppleSignIn`` for the steps.
    package func signIn(_ request: AppleSignIn, nonce: OpaqueToken, now: Timestamp) async throws -> AppleSignInOutcome {
        switch try await consume(
            nonce, with: request.assertion, for: .appleSignIn, client: request.client, now: now)
        {
        case .rejected: .challengeRejected
        case .throttled(let retryAfter): .throttled(retryAfter: retryAfter)
        case .consumed: try await signIn(answered: request, now: now)
        }
    }

    /// Signs in after the nonce has been used up.
    func signIn(answered request: AppleSignIn, now: Timestamp) async throws -> AppleSignInOutcome {
        for _ in 0..<Self.attempts {
            if let outcome = try await attemptSignIn(request, now: now) { return outcome }
        }
        throw StoreError(.failed, reason: "an Apple identity was linked and unlinked \(Self.attempts) times during one sign-in")
    }

    /// Returns nil if the identity was linked or unlinked after it was looked up.
    private func attemptSignIn(_ request: AppleSignIn, now: Timestamp) async throws -> AppleSignInOutcome? {
        if let identity = try await identity(of: request.assertion, by: request.client, now: now) {
            guard let account = try await stores.account(identity.account) else { return nil }
            guard identity.suspendedAt == nil else {
                try await accounts.recordSuspendedUse(of: account.id, by: request.client, now: now)
                return .suspended
            }
            return try await open(request, identity: identity, account: account, now: now)
        }
        return try await register(request, now: now)
    }

    private func open(
        _ request: AppleSignIn, identity: AppleIdentity, account: Account, now: Timestamp
    ) async throws -> AppleSignInOutcome? {
        let new = NewSession(
            for: account, event: accounts.event(.signedInByApple, account.id, by: request.client, at: now), origin: .apple,
            replacing: request.deviceToken?.digest, authenticatedAt: min(request.assertion.provedAt, now),
            lifetimes: accounts.lifetimes, random: random)
        switch try await stores.open(new.opening, by: verification(for: request, id: identity.id, now: now)) {
        case .superseded: return nil
        case .outdated: return .outdated
        case .factorRequired:
            let device = try await accounts.knownDevice(request.deviceToken, now: now)
            return .factorRequired(
                try await accounts.challenge(
                    account.id, for: .signIn(.apple(identity.id)), device: device?.account == account.id ? device?.digest : nil,
                    now: now))
        case .opened:
            accounts.report(new.opening.event)
            return .signedIn(new.signedIn)
        }
    }

    private func register(_ request: AppleSignIn, now: Timestamp) async throws -> AppleSignInOutcome? {
        try await keepName(of: request.assertion, now: now)
        if case .exhausted(let retryAfter) = try await stores.charge(accounts.registrationCharges(from: request.client), now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let account = Account(
            id: AccountID(random: random), userName: nil, createdAt: now, passwordChangedAt: nil,
            language: request.client.language)
        let new = NewSession(
            for: account, event: accounts.event(.accountCreated, account.id, by: request.client, at: now), origin: .apple,
            replacing: nil, authenticatedAt: min(request.assertion.provedAt, now), lifetimes: accounts.lifetimes, random: random)
        let verification = try verification(for: request, id: AppleIdentityID(random: random), now: now)
        switch try await stores.create(account, by: verification, opening: new.opening) {
        case .identityTaken: return nil
        case .created:
            accounts.report(new.opening.event)
            return .registered(new.signedIn)
        }
    }

    /// Stores the name that Apple sent for an identity that has no account yet. Apple sends it only once, so it is stored even if
    /// the sign-in fails.
    package func keepName(of assertion: AppleIdentityAssertion, now: Timestamp) async throws {
        guard let name = assertion.name else { return }
        try await stores.remember(name, of: assertion.key, at: now)
    }

    private func verification(for request: AppleSignIn, id: AppleIdentityID, now: Timestamp) throws -> AppleVerification {
        try verification(for: request.assertion, grant: request.grant, id: id, now: now)
    }

    func verification(
        for assertion: AppleIdentityAssertion, grant: AppleGrant, id: AppleIdentityID, deletion: AuditEvent? = nil, now: Timestamp
    ) throws -> AppleVerification {
        AppleVerification(
            id: id, assertion: assertion, grant: try sealer.sealed(grant, of: id, client: assertion.client, now: now),
            limit: identityLimit, deletion: deletion, at: now)
    }

    /// An attempt fails only if a concurrent request succeeds.
    private static var attempts: Int { 4 }
}
