import EmulatedAuthenticator
import Secrets
import Testing
import WebAuthn

@testable import Accounts

@Suite("Credentials that a recovery suspends")
struct SuspendedCredentialTests {
    private static let start = RecoveryBench.start
    private static let ready = start + .seconds(60 + 72 * 3_600)

    private let bench: RecoveryBench
    private let passkeys: PasskeyService
    private var accounts: AccountService { bench.mail.bench.service }

    init() throws {
        let policy = PasskeyPolicy(
            relyingParty: try RelyingParty(id: PasskeyBench.relyingPartyID, origins: [Origin(PasskeyBench.origin)]))
        bench = try RecoveryBench(AccountBench(passkeyPolicy: policy, mail: MailBench.sealer))
        let key = MasterKey.random(PredictableRandomBytes(seed: 51)).authenticationKey(for: KeyPurpose("passkey-challenges"))
        passkeys = PasskeyService(
            accounts: bench.mail.bench.service, policy: policy, challenges: PasskeyChallenges(keys: [key]))
    }

    /// Adds a passkey, verifies an address a minute later, recovers the account after the waiting time, and signs in with the new
    /// password.
    private func recover() async throws -> (SignedIn, EmulatedPasskey, PasskeyID) {
        let anna = try await bench.mail.bench.account()
        var passkey = EmulatedPasskey(origin: PasskeyBench.origin, relyingPartyID: PasskeyBench.relyingPartyID)
        guard case .begun(let creation) = try await passkeys.beginRegistration(of: anna.active, now: Self.start) else {
            throw StoreError(.failed, reason: "the registration did not begin")
        }
        let registration = PasskeyRegistration(
            response: try passkey.register(creation.challenge.bytes, user: creation.user.bytes), name: nil,
            client: AccountBench.home)
        let added = try #require(try await passkeys.register(registration, of: anna.active, now: Self.start).passkey)
        let later = Self.start + .seconds(60)
        _ = try await bench.mail.verifiedAddress("anna@example.org", of: anna.active, at: later)
        #expect(try await bench.wait(try await bench.opened(at: later), at: later) == .waiting(until: Self.ready))
        #expect(try await bench.set(in: try await bench.opened(at: Self.ready), at: Self.ready) == .recovered)
        #expect(bench.mail.bench.reported.suffix(2).contains(.credentialsSuspended))
        let signedIn = try #require(try await bench.mail.bench.signIn(password: RecoveryBench.new, at: Self.ready).signedIn)
        return (signedIn, passkey, added.id)
    }

    private func signIn(with passkey: EmulatedPasskey) async throws -> PasskeySignInOutcome {
        let holder = passkeys.newHolder()
        let request = try passkeys.beginSignIn(for: holder, isAutoFill: false, now: Self.ready)
        return try await passkeys.signIn(
            PasskeySignIn(
                response: passkey.sign(request.challenge.bytes), holder: holder, deviceToken: nil, client: AccountBench.elsewhere),
            now: Self.ready)
    }

    private func confirm(
        _ id: PasskeyID, by signedIn: SignedIn, at now: Timestamp = ready
    ) async throws -> CredentialConfirmationOutcome {
        try await accounts.confirm(.passkey(id), of: signedIn.active, client: AccountBench.home, now: now)
    }

    @Test("a suspended passkey neither signs in nor reauthenticates, and its use is recorded; confirmed, it signs in")
    func passkey() async throws {
        let (owner, passkey, id) = try await recover()
        guard case .suspended = try await signIn(with: passkey) else {
            Issue.record("the passkey is not suspended")
            return
        }
        #expect(bench.mail.bench.reported.last == .suspendedCredentialFailed)
        #expect(try await passkeys.beginReauthentication(of: owner.active, now: Self.ready) == nil)
        let stale = Self.ready + .seconds(3_600)
        #expect(try await confirm(id, by: owner, at: stale) == .reauthenticationRequired)
        #expect(try await confirm(PasskeyID(random: SystemRandomBytes()), by: owner) == .missing)
        #expect(try await confirm(id, by: owner) == .confirmed)
        #expect(try await confirm(id, by: owner) == .missing)
        #expect(bench.mail.bench.reported.last == .credentialConfirmed)
        #expect(try await signIn(with: passkey).signedIn != nil)
    }

    @Test("a confirmation sends a notice, and a rejected one sends none")
    func notice() async throws {
        let (owner, _, id) = try await recover()
        _ = try await bench.mail.run(at: Self.ready)
        let earlier = bench.mail.carrier.carried.count
        #expect(try await confirm(PasskeyID(random: SystemRandomBytes()), by: owner) == .missing)
        #expect(try await confirm(id, by: owner) == .confirmed)
        #expect(try await confirm(id, by: owner) == .missing)
        _ = try await bench.mail.run(at: Self.ready)
        let sent = bench.mail.carrier.carried.dropFirst(earlier)
        let notice = AccountNotice(.credentialConfirmed, at: Self.ready, from: NoticeSource(AccountBench.home))
        #expect(sent.map(\.content) == [.notice(notice)] && sent.map(\.to.text) == ["anna@example.org"])
    }

    @Test("a suspended passkey is not a second factor, at sign-in or in a session, until it is confirmed")
    func secondFactor() async throws {
        let (signedIn, passkey, id) = try await recover()
        let factors = bench.factors
        let owner = try await factors.turnOn(signedIn, at: Self.ready)
        let active = owner.signedIn.active
        func proof(_ challenge: FactorChallenge) throws -> FactorProof {
            .passkey(try passkey.sign(FactorChallenge.passkeyChallenge(of: challenge.token).bytes))
        }
        func stepUp() async throws -> FactorSignInOutcome {
            let challenge = try #require(try await accounts.challenge(active, now: Self.ready))
            return try await factors.service.stepUp(
                active, answering: challenge.token, by: try proof(challenge), client: AccountBench.home, now: Self.ready)
        }
        func signIn() async throws -> FactorSignInOutcome {
            let outcome = try await bench.mail.bench.signIn(password: RecoveryBench.new, at: Self.ready)
            guard case .factorRequired(let challenge) = outcome else { throw StoreError(.failed, reason: "\(outcome)") }
            return try await factors.answer(challenge, try proof(challenge), at: Self.ready)
        }
        for attempt in [stepUp, signIn] {
            #expect(try await attempt().isSuspended)
            #expect(bench.mail.bench.reported.last == .suspendedCredentialFailed)
        }
        #expect(try await confirm(id, by: owner.signedIn) == .confirmed)
        #expect(try await signIn().signedIn != nil)
        #expect(try await stepUp().signedIn != nil)
    }

    @Test("a suspended Apple identity neither signs in nor reauthenticates, and linking it again confirms nothing")
    func appleIdentity() async throws {
        let apple = try AppleBench(bench.mail.bench)
        let anna = try await bench.mail.bench.account()
        guard case .linked(let identity) = try await apple.link(AppleBench.assertion(), to: anna) else {
            throw StoreError(.failed, reason: "the identity is not linked")
        }
        let later = Self.start + .seconds(60)
        _ = try await bench.mail.verifiedAddress("anna@example.org", of: anna.active, at: later)
        #expect(try await bench.set(in: try await bench.opened(at: later), at: later) == .recovered)
        let owner = try #require(try await bench.mail.bench.signIn(password: RecoveryBench.new, at: later).signedIn)
        let assertion = try AppleBench.assertion(at: later, provedAt: later)

        for attempt in 0..<3 {
            let isSuspended =
                switch attempt {
                case 0: try await apple.signIn(assertion, at: later).isSuspended
                case 1: try await apple.reauthenticate(owner, assertion, at: later).isSuspended
                default: try await apple.link(assertion, to: owner, at: later) == .suspended
                }
            #expect(isSuspended, "\(attempt)")
            #expect(bench.mail.bench.reported.last == .suspendedCredentialFailed)
        }
        let request = AppleUpgrade(
            key: UpgradeKey(random: SystemRandomBytes()), authority: .session(owner.active), client: AccountBench.home)
        let admitted = try #require(try await apple.service.admitUpgrade(request, now: later).admitted)
        guard case .begun(let challenge) = try await apple.service.beginUpgrade(admitted, now: later),
            case .suspended = try await apple.service.finishUpgrade(
                admitted, by: assertion, grant: .none, nonce: challenge.nonce, now: later)
        else {
            Issue.record("the identity replaces the password")
            return
        }
        #expect(try await apple.identity()?.suspendedAt == later)
        // Another account cannot take it.
        let berta = try await bench.mail.bench.account("berta.k", at: later)
        for confirmed in [nil, anna.active.account.id] {
            #expect(
                try await apple.link(assertion, to: berta, replacing: confirmed, at: later) == .identityTaken(replaceable: nil))
        }

        let confirmed = try await accounts.confirm(
            .appleIdentity(identity.id), of: owner.active, client: AccountBench.home, now: later)
        #expect(confirmed == .confirmed)
        guard case .unchanged = try await apple.link(assertion, to: owner, at: later) else {
            Issue.record("the identity is not linked")
            return
        }
        #expect(try await apple.reauthenticate(owner, assertion, at: later).signedIn != nil)
        #expect(try await apple.signIn(assertion, at: later).signedIn != nil)
    }

    @Test("a suspended passkey proves no factor of a further recovery, and can be removed")
    func factor() async throws {
        let (owner, _, id) = try await recover()
        let token = try await bench.opened(at: Self.ready)
        let session = try #require(try await bench.service.session(token, now: Self.ready))
        #expect(!session.hasPasskey && !session.requiresFactor(at: Self.ready))
        let outcome = try await passkeys.remove(id, of: owner.active, client: AccountBench.home, now: Self.ready)
        #expect(outcome == .changed(endedPresentSession: false))
    }

    @Test("the page after the recovery receives the suspended credentials, and not the new passkey")
    func earlier() async throws {
        let (owner, _, id) = try await recover()
        let all = try await accounts.earlierCredentials(of: owner.active.account.id, before: nil)
        #expect(all.map(\.isSuspended) == [true])
        guard case .passkey(let passkey)? = all.first else {
            Issue.record("no passkey")
            return
        }
        #expect(passkey.id == id)
        #expect(try await accounts.earlierCredentials(of: owner.active.account.id, before: Self.start).isEmpty)
    }
}
