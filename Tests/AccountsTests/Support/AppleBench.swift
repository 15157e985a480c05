import Secrets
import Testing

@testable import Accounts

/// Sign in with Apple with a new store and a fake of Apple.
struct AppleBench: Sendable {
    let bench: AccountBench
    let service: AppleAccountService
    let apple = FakeApple()
    let jobs: AppleJobs
    let keys: SealingKeys

    static let start = AccountBench.start
    static let home = AccountBench.home

    init(
        _ bench: AccountBench? = nil, throttles: ThrottlePolicy = ThrottlePolicy(), keySeed: UInt64 = 31, identityLimit: Int = 1
    ) throws {
        self.bench = try bench ?? AccountBench(throttles: throttles)
        keys = SealingKeys(current: MasterKey.random(PredictableRandomBytes(seed: keySeed)), purpose: .appleTokens)
        service = AppleAccountService(accounts: self.bench.service, sealingKeys: keys, identityLimit: identityLimit)
        jobs = AppleJobs(service: service, apple: apple)
    }

    var stores: RecordingStores { bench.stores }

    static func key(_ subject: String = "000001.anna", team: String = "TEAM000001") throws -> AppleIdentityKey {
        AppleIdentityKey(team: try #require(AppleTeamID(team)), subject: try #require(AppleSubject(subject)))
    }

    static func assertion(
        _ subject: String = "000001.anna", team: String = "TEAM000001", email: String? = nil, isVerified: Bool = true,
        name: PersonName? = nil, client: String = "org.example.app", transfer: String? = nil, at moment: Timestamp = start,
        provedAt: Timestamp? = nil, unbound: UnboundAppleToken? = nil
    ) throws -> AppleIdentityAssertion {
        AppleIdentityAssertion(
            key: try key(subject, team: team), client: try #require(AppleClientID(client)),
            email: email.flatMap { AppleEmail(address: $0, isVerified: isVerified, isPrivate: false) }, name: name,
            transferSubject: transfer.flatMap { AppleSubject($0) }, authenticatedAt: moment,
            provedAt: provedAt, unboundToken: unbound)
    }

    static func code(_ text: String = "c0de", flow: AppleFlow = .native) throws -> AppleGrant {
        .code(try #require(AppleAuthorizationCode(text, flow: flow)))
    }

    static func token(_ text: String = "refresh-0") throws -> AppleGrant {
        .refreshToken(try #require(AppleRefreshToken(text)))
    }

    func nonce(
        for purpose: ChallengePurpose = .appleSignIn, from client: Client = home, at now: Timestamp = start
    ) async throws -> OpaqueToken {
        switch try await service.issueChallenge(for: purpose, client: client, now: now) {
        case .issued(let challenge): return challenge.nonce
        case .throttled: throw StoreError(.failed, reason: "throttled")
        }
    }

    func signIn(
        _ assertion: AppleIdentityAssertion, grant: AppleGrant = .none, nonce: OpaqueToken? = nil, device: OpaqueToken? = nil,
        from client: Client = home, at now: Timestamp = start
    ) async throws -> AppleSignInOutcome {
        let request = AppleSignIn(assertion: assertion, grant: grant, deviceToken: device, client: client)
        var presented = nonce
        if presented == nil { presented = try await self.nonce(from: client, at: now) }
        return try await service.signIn(request, nonce: try #require(presented), now: now)
    }

    /// Returns a user with an account that was created with Apple.
    func registered(
        _ subject: String = "000001.anna", grant: AppleGrant = .none, at now: Timestamp = start
    ) async throws -> SignedIn {
        try #require(try await signIn(Self.assertion(subject, at: now), grant: grant, at: now).registered)
    }

    func link(
        _ assertion: AppleIdentityAssertion, to signedIn: SignedIn, replacing replaced: AccountID? = nil,
        grant: AppleGrant = .none, at now: Timestamp = start
    ) async throws -> AppleLinkingOutcome {
        let nonce = try await nonce(for: .appleLink(signedIn.active.session.id), at: now)
        return try await service.link(
            assertion, grant: grant, to: signedIn.active, replacing: replaced, nonce: nonce, client: Self.home, now: now)
    }

    func reauthenticate(
        _ signedIn: SignedIn, _ assertion: AppleIdentityAssertion, at now: Timestamp
    ) async throws -> AppleReauthenticationOutcome {
        let nonce = try await nonce(for: .appleReauthentication(signedIn.active.session.id), at: now)
        return try await service.reauthenticate(
            signedIn.active, assertion, grant: .none, nonce: nonce, client: Self.home, now: now)
    }

    func setFirstPassword(
        of signedIn: SignedIn, name: String?, password: String = AccountBench.password, at now: Timestamp = start
    ) async throws -> FirstPasswordOutcome {
        try await bench.service.setFirstPassword(
            FirstPassword(userName: name, password: Password(password), client: Self.home), of: signedIn.active, now: now)
    }

    func notify(
        _ id: String, _ kind: AppleNotificationKind, of key: AppleIdentityKey, at now: Timestamp = start + .seconds(60)
    ) async throws -> AppleNotificationOutcome {
        let notification = AppleNotification(
            id: try #require(AppleNotificationID(id)), key: key, kind: kind, at: now, expiresAt: now + .seconds(86_400))
        return try await service.receive(notification, client: AccountBench.elsewhere, now: now)
    }

    func identity(_ subject: String = "000001.anna") async throws -> AppleIdentity? {
        try await stores.appleIdentity(Self.key(subject))
    }
}

extension AppleSignInOutcome {
    var registered: SignedIn? {
        if case .registered(let signedIn) = self { signedIn } else { nil }
    }

    var signedIn: SignedIn? {
        if case .signedIn(let signedIn) = self { signedIn } else { nil }
    }

    var isChallengeRejected: Bool {
        if case .challengeRejected = self { true } else { false }
    }

    var isSuspended: Bool {
        if case .suspended = self { true } else { false }
    }

    var isOutdated: Bool {
        if case .outdated = self { true } else { false }
    }

    var wait: Duration? {
        if case .throttled(let wait) = self { wait } else { nil }
    }
}

extension AppleReauthenticationOutcome {
    var signedIn: SignedIn? {
        if case .reauthenticated(let signedIn) = self { signedIn } else { nil }
    }

    var isProvedTooLongAgo: Bool {
        if case .provedTooLongAgo = self { true } else { false }
    }

    var isSuspended: Bool {
        if case .suspended = self { true } else { false }
    }

    var isOtherIdentity: Bool {
        if case .otherIdentity = self { true } else { false }
    }

    var isChallengeRejected: Bool {
        if case .challengeRejected = self { true } else { false }
    }
}

extension FirstPasswordOutcome {
    var account: Account? {
        if case .set(let account) = self { account } else { nil }
    }

    var rejections: [RegistrationRejection]? {
        if case .rejected(let rejections) = self { rejections } else { nil }
    }
}
