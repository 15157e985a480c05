package import Secrets

/// A request to sign in with Apple, verified.
///
/// The ceremony: the challenge is taken back, or the web attempt is finished; a known identity opens a session of its account; an
/// unknown one gets an account of its own, without user name and password, and never anybody else's, whatever e-mail address
/// Apple tells; an identity that the app's former team announced is moved. Whoever loses a race to another request of the same
/// identity signs in to the account that the other made.
package struct AppleSignIn: Sendable {
    package let assertion: AppleIdentityAssertion
    package let grant: AppleGrant
    package let deviceToken: OpaqueToken?
    package let client: Client

    /// - Parameter deviceToken: what an earlier sign-in on this device was given.
    package init(assertion: AppleIdentityAssertion, grant: AppleGrant, deviceToken: OpaqueToken?, client: Client) {
        self.assertion = assertion
        self.grant = grant
        self.deviceToken = deviceToken
        self.client = client
    }
}

package enum AppleSignInOutcome: Sendable {
    case signedIn(SignedIn)
    /// A new account, signed in.
    case registered(SignedIn)
    /// Apple vouches for the person, and the account has a second factor that is to be shown.
    case factorRequired(FactorChallenge)
    /// The nonce is of no challenge that could be answered now.
    case challengeRefused
    /// Apple told since that consent has ended. Signing in again gives it anew.
    case outdated
    case throttled(retryAfter: Duration)
}

/// All that a store writes of an Apple identity, in one step, when Apple has vouched for it.
package struct AppleVouching: Sendable {
    /// Of the identity as it is known, or for one about to be.
    package let id: AppleIdentityID
    package let assertion: AppleIdentityAssertion
    package let grant: SealedAppleGrant
    /// How many identities of this team an account may hold: one that holds as many takes no further one.
    package let limit: Int
    package let at: Timestamp

    package init(
        id: AppleIdentityID, assertion: AppleIdentityAssertion, grant: SealedAppleGrant, limit: Int = 1, at now: Timestamp
    ) {
        self.id = id
        self.assertion = assertion
        self.grant = grant
        self.limit = limit
        at = now
    }
}

extension AppleAccountService {
    /// Signs in natively: the nonce answers a challenge given out for ``ChallengePurpose/appleSignIn``. See ``AppleSignIn`` for
    /// the ceremony.
    package func signIn(_ request: AppleSignIn, nonce: OpaqueToken, now: Timestamp) async throws -> AppleSignInOutcome {
        switch try await consume(
            nonce, with: request.assertion, for: .appleSignIn, client: request.client, now: now)
        {
        case .refused: .challengeRefused
        case .throttled(let retryAfter): .throttled(retryAfter: retryAfter)
        case .consumed: try await signIn(answered: request, now: now)
        }
    }

    /// Signs in once the nonce has been taken back.
    func signIn(answered request: AppleSignIn, now: Timestamp) async throws -> AppleSignInOutcome {
        for _ in 0..<Self.attempts {
            if let outcome = try await attemptSignIn(request, now: now) { return outcome }
        }
        throw StoreError(.failed, reason: "an Apple identity came and went \(Self.attempts) times during one sign-in")
    }

    /// Nil where the identity got an account, or lost it, since it was looked up.
    private func attemptSignIn(_ request: AppleSignIn, now: Timestamp) async throws -> AppleSignInOutcome? {
        if let identity = try await identity(of: request.assertion, by: request.client, now: now) {
            guard let account = try await stores.account(identity.account) else { return nil }
            return try await open(request, identity: identity, account: account, now: now)
        }
        return try await register(request, now: now)
    }

    private func open(
        _ request: AppleSignIn, identity: AppleIdentity, account: Account, now: Timestamp
    ) async throws -> AppleSignInOutcome? {
        let new = NewSession(
            for: account, client: request.client, origin: .apple, event: .signedIn, replacing: request.deviceToken?.digest,
            authenticatedAt: min(request.assertion.provedAt, now), now: now, lifetimes: accounts.lifetimes, random: random)
        switch try await stores.open(new.opening, by: vouching(for: request, id: identity.id, now: now)) {
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
        let account = Account(id: AccountID(random: random), userName: nil, createdAt: now, passwordChangedAt: nil)
        let new = NewSession(
            for: account, client: request.client, origin: .apple, event: .accountCreated, replacing: nil,
            authenticatedAt: min(request.assertion.provedAt, now), now: now,
            lifetimes: accounts.lifetimes, random: random)
        let vouching = try vouching(for: request, id: AppleIdentityID(random: random), now: now)
        switch try await stores.create(account, by: vouching, opening: new.opening) {
        case .identityTaken: return nil
        case .created:
            accounts.report(new.opening.event)
            return .registered(new.signedIn)
        }
    }

    /// Keeps the name that Apple told, for an identity that has no account yet: Apple tells it once, so it is kept whatever comes of the
    /// rest.
    package func keepName(of assertion: AppleIdentityAssertion, now: Timestamp) async throws {
        guard let name = assertion.name else { return }
        try await stores.remember(name, of: assertion.key, at: now)
    }

    private func vouching(for request: AppleSignIn, id: AppleIdentityID, now: Timestamp) throws -> AppleVouching {
        try vouching(for: request.assertion, grant: request.grant, id: id, now: now)
    }

    func vouching(
        for assertion: AppleIdentityAssertion, grant: AppleGrant, id: AppleIdentityID, now: Timestamp
    ) throws -> AppleVouching {
        AppleVouching(
            id: id, assertion: assertion, grant: try sealer.sealed(grant, of: id, client: assertion.client, now: now),
            limit: identityLimit, at: now)
    }

    /// Each is lost only to another request that got through.
    private static var attempts: Int { 4 }
}
