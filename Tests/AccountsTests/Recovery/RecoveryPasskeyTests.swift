import EmulatedAuthenticator
import Secrets
import Testing
import WebAuthn

@testable import Accounts

@Suite("Recovering an account with a new passkey")
struct RecoveryPasskeyTests {
    private static let start = RecoveryBench.start

    private let bench: RecoveryBench
    private let passkeys: PasskeyService

    init() throws {
        bench = try RecoveryBench()
        let key = MasterKey.random(PredictableRandomBytes(seed: 51)).authenticationKey(for: KeyPurpose("passkey-challenges"))
        passkeys = PasskeyService(
            accounts: bench.mail.bench.service,
            policy: PasskeyPolicy(
                relyingParty: try RelyingParty(id: PasskeyBench.relyingPartyID, origins: [Origin(PasskeyBench.origin)])),
            challenges: PasskeyChallenges(keys: [key]))
    }

    private func passkey() -> EmulatedPasskey {
        EmulatedPasskey(origin: PasskeyBench.origin, relyingPartyID: PasskeyBench.relyingPartyID)
    }

    private func begin(_ token: OpaqueToken, at now: Timestamp = start) async throws -> RecoveryPasskeyBeginning {
        try await bench.service.beginPasskey(with: passkeys, in: token, now: now)
    }

    private func creation(_ token: OpaqueToken, at now: Timestamp = start) async throws -> PasskeyCreation {
        let beginning = try await begin(token, at: now)
        return try #require(beginning.creation, "\(beginning)")
    }

    private func finish(
        _ response: RegistrationResponse, in token: OpaqueToken, at now: Timestamp = start
    ) async throws -> RecoveryPasskeyOutcome {
        try await bench.service.addPasskey(
            PasskeyRegistration(response: response, name: nil, client: AccountBench.elsewhere), with: passkeys, in: token, now: now)
    }

    private func add(
        _ passkey: inout EmulatedPasskey, in token: OpaqueToken, at now: Timestamp = start
    ) async throws -> RecoveryPasskeyOutcome {
        let creation = try await creation(token, at: now)
        return try await finish(passkey.register(creation.challenge.bytes, user: creation.user.bytes), in: token, at: now)
    }

    private func signIn(with passkey: EmulatedPasskey) async throws -> PasskeySignInOutcome {
        let holder = passkeys.newHolder()
        let request = try passkeys.beginSignIn(for: holder, isAutoFill: false, now: Self.start)
        return try await passkeys.signIn(
            PasskeySignIn(
                response: passkey.sign(request.challenge.bytes), holder: holder, deviceToken: nil, client: AccountBench.elsewhere),
            now: Self.start)
    }

    @Test("a mailed code leads to a new passkey, which signs in; the password and all sessions have ended")
    func recovery() async throws {
        let anna = try await bench.anna()
        let sent = bench.mail.carrier.carried.count
        let token = try await bench.opened()
        var passkey = passkey()
        #expect(try await add(&passkey, in: token).isRecovered)
        #expect(try await bench.mail.bench.session(anna.token) == nil)
        #expect(try await bench.mail.bench.signIn().isRejected)
        #expect(try await signIn(with: passkey).signedIn?.active.account.hasPassword == false)
        #expect(try await passkeys.passkeys(of: anna.active).map(\.isWayIn) == [true])
        #expect(try await begin(token).hasEnded)
        #expect(try await bench.set(in: token) == .ended)
        #expect(try await bench.sent(after: sent).prefix(2) == [.recoveryCode, .passkeyRecovered])
        #expect(bench.mail.bench.reported.contains(.passkeyRecovered))
    }

    @Test("the former password opens nothing after a recovery with a passkey, also at another recovery")
    func formerPassword() async throws {
        _ = try await bench.anna()
        var passkey = passkey()
        #expect(try await add(&passkey, in: try await bench.opened()).isRecovered)
        // The passkey is now the factor of a further recovery.
        #expect(try await bench.set(in: try await bench.opened()) == .factorRequired)
        #expect(try await bench.mail.bench.signIn().isRejected)
    }

    @Test("the challenge of one recovery is rejected in another one, after ten minutes, and a second time")
    func binding() async throws {
        _ = try await bench.anna()
        let (token, other) = (try await bench.opened(), try await bench.opened())
        let creation = try await creation(token)
        var passkey = passkey()
        let response = try passkey.register(creation.challenge.bytes, user: creation.user.bytes)
        #expect(try await finish(response, in: other).isChallengeRejected)
        #expect(try await finish(response, in: token, at: Self.start + .seconds(600)).hasEnded)
        passkey.isUserVerified = false
        let unverified = try passkey.register(creation.challenge.bytes, user: creation.user.bytes)
        #expect(try await finish(unverified, in: token).rejection == .userNotVerified)
        // The failure used the challenge up, and the recovery stays open.
        #expect(try await finish(response, in: token).isChallengeRejected)
        passkey.isUserVerified = true
        #expect(try await add(&passkey, in: token).isRecovered)
    }

    @Test("the challenge of a registration or a sign-in completes no recovery, and that of a recovery adds no passkey elsewhere")
    func purposes() async throws {
        let anna = try await bench.anna()
        let token = try await bench.opened()
        let beginning = try await passkeys.beginRegistration(of: anna.active, now: Self.start)
        guard case .begun(let registration) = beginning else {
            Issue.record("the registration did not begin: \(beginning)")
            return
        }
        var passkey = passkey()
        let foreign = try passkey.register(registration.challenge.bytes, user: registration.user.bytes)
        #expect(try await finish(foreign, in: token).isChallengeRejected)
        let creation = try await creation(token)
        let response = try passkey.register(creation.challenge.bytes, user: creation.user.bytes)
        let outcome = try await passkeys.register(
            PasskeyRegistration(response: response, name: nil, client: AccountBench.home), of: anna.active, now: Self.start)
        #expect(outcome.isChallengeRejected)
    }

    @Test("without the second factor, a recovery begins no passkey; a factor that was added since rejects the answer")
    func factor() async throws {
        let anna = try await bench.anna()
        let token = try await bench.opened()
        let creation = try await creation(token)
        var passkey = passkey()
        let response = try passkey.register(creation.challenge.bytes, user: creation.user.bytes)
        _ = try await bench.factors.turnOn(anna)
        #expect(try await begin(token).requiresFactor)
        #expect(try await finish(response, in: token).requiresFactor)
        #expect(try await bench.mail.bench.stores.passkeys(of: anna.active.account.id).isEmpty)
    }

    @Test("an invented token begins nothing and is charged nothing")
    func unknown() async throws {
        _ = try await bench.anna()
        bench.mail.bench.stores.forget()
        let unknown = OpaqueToken(random: SystemRandomBytes())
        #expect(try await begin(unknown).hasEnded)
        let creation = try await creation(try await bench.opened())
        bench.mail.bench.stores.forget()
        var passkey = passkey()
        let response = try passkey.register(creation.challenge.bytes, user: creation.user.bytes)
        #expect(try await finish(response, in: unknown).hasEnded)
        #expect(bench.mail.bench.stores.operations == [.recoverySession])
    }

    @Test("wrong answers exhaust the budget of their recovery")
    func budget() async throws {
        _ = try await bench.anna()
        let token = try await bench.opened()
        var passkey = passkey()
        passkey.origin = "https://evil.example"
        var outcome = try await add(&passkey, in: token)
        for _ in 0..<50 where !outcome.isThrottled { outcome = try await add(&passkey, in: token) }
        #expect(outcome.isThrottled)
    }
}

extension RecoveryPasskeyBeginning {
    fileprivate var creation: PasskeyCreation? { if case .begun(let creation) = self { creation } else { nil } }
    fileprivate var hasEnded: Bool { if case .ended = self { true } else { false } }
    fileprivate var requiresFactor: Bool { if case .factorRequired = self { true } else { false } }
}

extension RecoveryPasskeyOutcome {
    fileprivate var isRecovered: Bool { if case .recovered = self { true } else { false } }
    fileprivate var hasEnded: Bool { if case .ended = self { true } else { false } }
    fileprivate var requiresFactor: Bool { if case .factorRequired = self { true } else { false } }
    fileprivate var isChallengeRejected: Bool { if case .challengeRejected = self { true } else { false } }
    fileprivate var isThrottled: Bool { if case .throttled = self { true } else { false } }
    fileprivate var rejection: WebAuthnError.Code? { if case .rejected(let error) = self { error.code } else { nil } }
}
