import EmulatedAuthenticator
import Secrets
import Testing
import WebAuthn

@testable import Accounts

/// The passkey service over a new store, with authenticators that a test can change.
struct PasskeyBench: Sendable {
    let bench: AccountBench
    let service: PasskeyService
    let factors: SecondFactorService

    static let start = AccountBench.start
    static let home = AccountBench.home
    static let elsewhere = AccountBench.elsewhere
    static let origin = "https://accounts.example.com"
    static let relyingPartyID = "accounts.example.com"

    init(
        throttles: ThrottlePolicy = ThrottlePolicy(), requirement: SecondFactorRequirement = SecondFactorRequirement(),
        mail: MailSealer? = nil, adjust: (inout PasskeyPolicy) -> Void = { _ in }
    ) throws {
        var policy = PasskeyPolicy(
            relyingParty: try RelyingParty(id: Self.relyingPartyID, origins: [Origin(Self.origin)]))
        adjust(&policy)
        bench = try AccountBench(throttles: throttles, secondFactorRequirement: requirement, passkeyPolicy: policy, mail: mail)
        let master = MasterKey.random(PredictableRandomBytes(seed: 51))
        service = PasskeyService(
            accounts: bench.service, policy: policy,
            challenges: PasskeyChallenges(keys: [master.authenticationKey(for: KeyPurpose("passkey-challenges"))]))
        factors = try FactorBench(bench).service
    }

    func passkey() -> EmulatedPasskey { EmulatedPasskey(origin: Self.origin, relyingPartyID: Self.relyingPartyID) }

    /// Returns a browser's cookie or an app's secret.
    func holder() -> OpaqueToken { OpaqueToken(random: SystemRandomBytes()) }

    /// Signs up with the passkey.
    func signUp(
        _ name: String = "anna.k", with passkey: inout EmulatedPasskey, at now: Timestamp = start
    ) async throws -> SignedIn {
        let holder = holder()
        let creation = try #require(try await beginSignUp(name, holder: holder, at: now))
        let response = try passkey.register(creation.challenge.bytes, user: creation.user.bytes)
        let outcome = try await finishSignUp(response, named: name, holder: holder, at: now)
        return try #require(outcome.signedIn, "\(outcome)")
    }

    func beginSignUp(
        _ name: String? = "anna.k", holder: OpaqueToken, at now: Timestamp = start
    ) async throws -> PasskeyCreation? {
        let outcome = try await service.beginSignUp(userName: name, holder: holder, client: Self.home, now: now)
        guard case .begun(let creation) = outcome else { return nil }
        return creation
    }

    func finishSignUp(
        _ response: RegistrationResponse, named name: String = "anna.k", holder: OpaqueToken, at now: Timestamp = start
    ) async throws -> PasskeySignUpOutcome {
        try await service.signUp(
            userName: name, PasskeyRegistration(response: response, name: nil, client: Self.home), holder: holder, now: now)
    }

    /// Adds the passkey to the account of the session.
    func add(
        _ passkey: inout EmulatedPasskey, to active: ActiveSession, isSilent: Bool = false, replacesPassword: Bool = false,
        at now: Timestamp = start
    ) async throws -> PasskeyRegistrationOutcome {
        let creation = try #require(try await begin(active, isSilent: isSilent, at: now))
        let response = try passkey.register(creation.challenge.bytes, user: creation.user.bytes)
        return try await finish(response, isSilent: isSilent, replacesPassword: replacesPassword, of: active, at: now)
    }

    func begin(
        _ active: ActiveSession, isSilent: Bool = false, at now: Timestamp = start
    ) async throws -> PasskeyCreation? {
        let outcome = try await service.beginRegistration(of: active, isSilent: isSilent, now: now)
        guard case .begun(let creation) = outcome else { return nil }
        return creation
    }

    func finish(
        _ response: RegistrationResponse, isSilent: Bool = false, replacesPassword: Bool = false, of active: ActiveSession,
        at now: Timestamp = start
    ) async throws -> PasskeyRegistrationOutcome {
        try await service.register(
            PasskeyRegistration(
                response: response, name: "Telephone", client: Self.home, replacesPassword: replacesPassword), isSilent: isSilent,
            of: active, now: now)
    }

    /// Signs in with the passkey from a new browser.
    func signIn(_ passkey: EmulatedPasskey, at now: Timestamp = start) async throws -> PasskeySignInOutcome {
        let holder = holder()
        let request = try service.beginSignIn(for: holder, isAutoFill: false, now: now)
        return try await answer(request, passkey, holder: holder, at: now)
    }

    func answer(
        _ request: PasskeyRequest, _ passkey: EmulatedPasskey, holder: OpaqueToken, from client: Client = elsewhere,
        device: OpaqueToken? = nil, at now: Timestamp = start
    ) async throws -> PasskeySignInOutcome {
        try await service.signIn(
            PasskeySignIn(
                response: passkey.sign(request.challenge.bytes), holder: holder, deviceToken: device, client: client), now: now)
    }

    func reauthenticate(
        _ active: ActiveSession, with passkey: EmulatedPasskey, at now: Timestamp = start
    ) async throws -> PasskeyReauthenticationOutcome {
        let request = try #require(try await service.beginReauthentication(of: active, now: now))
        return try await service.reauthenticate(
            active, by: passkey.sign(request.challenge.bytes), client: Self.home, now: now)
    }

    /// Turns on an authenticator app as the account's second factor.
    func turnOnFactor(_ signedIn: SignedIn, at now: Timestamp = start) async throws -> FactorBench.Owner {
        try await FactorBench(bench).turnOn(signedIn, at: now)
    }
}

extension PasskeySignUpOutcome {
    var signedIn: SignedIn? {
        if case .registered(let signedIn, _) = self { signedIn } else { nil }
    }

    var isChallengeRejected: Bool {
        if case .challengeRejected = self { true } else { false }
    }

    var rejection: WebAuthnError.Code? {
        if case .rejected(let error) = self { error.code } else { nil }
    }

    var isCredentialTaken: Bool {
        if case .credentialTaken = self { true } else { false }
    }
}

extension PasskeyRegistrationOutcome {
    var passkey: Passkey? {
        if case .added(let passkey) = self { passkey } else { nil }
    }

    var isChallengeRejected: Bool {
        if case .challengeRejected = self { true } else { false }
    }

    var rejection: WebAuthnError.Code? {
        if case .rejected(let error) = self { error.code } else { nil }
    }

    var isCredentialTaken: Bool {
        if case .credentialTaken = self { true } else { false }
    }

    var isTooMany: Bool {
        if case .tooMany = self { true } else { false }
    }

    var isSessionEnded: Bool {
        if case .sessionEnded = self { true } else { false }
    }
}

extension PasskeySignInOutcome {
    var signedIn: SignedIn? {
        if case .signedIn(let signedIn) = self { signedIn } else { nil }
    }

    var challenge: FactorChallenge? {
        if case .factorRequired(let challenge) = self { challenge } else { nil }
    }

    var isChallengeRejected: Bool {
        if case .challengeRejected = self { true } else { false }
    }

    var rejection: WebAuthnError.Code? {
        if case .rejected(let error) = self { error.code } else { nil }
    }

    var wait: Duration? {
        if case .throttled(let wait) = self { wait } else { nil }
    }
}

extension PasskeyReauthenticationOutcome {
    var signedIn: SignedIn? {
        if case .reauthenticated(let signedIn) = self { signedIn } else { nil }
    }

    var isChallengeRejected: Bool {
        if case .challengeRejected = self { true } else { false }
    }

    var rejection: WebAuthnError.Code? {
        if case .rejected(let error) = self { error.code } else { nil }
    }
}
