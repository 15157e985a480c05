import EmulatedAuthenticator
import Secrets
import Testing
import WebAuthn

@testable import Accounts

@Suite("Signing in with passkeys")
struct PasskeySignInTests {
    private let start = PasskeyBench.start

    @Test("a passkey signs in without a user name, as two factors")
    func signIn() async throws {
        let bench = try PasskeyBench()
        var passkey = bench.passkey()
        let anna = try await bench.signUp(with: &passkey)
        let signedIn = try #require(try await bench.signIn(passkey, at: start + .seconds(60)).signedIn)
        #expect(signedIn.active.account == anna.active.account)
        #expect(signedIn.active.session.origin == .passkey)
        #expect(signedIn.active.session.assurance == .twoFactors)
        #expect(signedIn.deviceToken != nil)
        #expect(try await bench.bench.session(signedIn.token, from: PasskeyBench.elsewhere, at: start + .seconds(60)) != nil)
        #expect(try await bench.service.passkeys(of: anna.active).first?.lastUsedAt == start + .seconds(60))
        #expect(bench.bench.reported == [.accountCreated, .signedInByPasskey])
    }

    @Test("beginning a sign-in does not access the store")
    func beginning() throws {
        let bench = try PasskeyBench()
        bench.bench.stores.forget()
        for isAutoFill in [true, false] {
            let request = try bench.service.beginSignIn(for: bench.holder(), isAutoFill: isAutoFill, now: start)
            #expect(request.allowed == [])
        }
        #expect(bench.bench.stores.operations == [])
    }

    @Test("an AutoFill challenge is valid for twelve hours, and a dialog's for ten minutes")
    func openPage() async throws {
        let bench = try PasskeyBench()
        var passkey = bench.passkey()
        _ = try await bench.signUp(with: &passkey)
        let holder = bench.holder()
        let autoFill = try bench.service.beginSignIn(for: holder, isAutoFill: true, now: start)
        let dialog = try bench.service.beginSignIn(for: holder, isAutoFill: false, now: start)
        let later = start + .seconds(8 * 3_600)
        #expect(try await bench.answer(dialog, passkey, holder: holder, at: start + .seconds(600)).isChallengeRejected)
        #expect(try await bench.answer(dialog, passkey, holder: holder, at: start + .seconds(599)).signedIn != nil)
        #expect(try await bench.answer(autoFill, passkey, holder: holder, at: later).signedIn != nil)
        let next = try bench.service.beginSignIn(for: holder, isAutoFill: true, now: start)
        #expect(try await bench.answer(next, passkey, holder: holder, at: start + .seconds(12 * 3_600)).isChallengeRejected)
    }

    @Test("sign-ins with the passkeys of one account have a budget, which an invalid signature does not use")
    func budget() async throws {
        var throttles = ThrottlePolicy()
        throttles.passkeySignInsPerAccount = try #require(Budget(burst: 2, refill: 1, per: .seconds(3_600)))
        let bench = try PasskeyBench(throttles: throttles)
        var passkey = bench.passkey()
        _ = try await bench.signUp(with: &passkey)
        var forged = bench.passkey()
        (forged.credentialID, forged.userHandle) = (passkey.credentialID, passkey.userHandle)
        for _ in 0..<3 { #expect(try await bench.signIn(forged).rejection != nil) }
        for _ in 0..<2 { #expect(try await bench.signIn(passkey).signedIn != nil) }
        for _ in 0..<3 { #expect(try await bench.signIn(passkey).wait == .seconds(3_600)) }
        #expect(try await bench.signIn(passkey, at: start + .seconds(3_600)).signedIn != nil)
        #expect(bench.bench.reported.count { $0 == .signedInByPasskey } == 3)
    }

    @Test("a challenge is rejected from another browser, and a second time")
    func replay() async throws {
        let bench = try PasskeyBench()
        var passkey = bench.passkey()
        _ = try await bench.signUp(with: &passkey)
        let holder = bench.holder()
        let request = try bench.service.beginSignIn(for: holder, isAutoFill: false, now: start)
        #expect(try await bench.answer(request, passkey, holder: bench.holder()).isChallengeRejected)
        #expect(try await bench.answer(request, passkey, holder: holder).signedIn != nil)
        #expect(try await bench.answer(request, passkey, holder: holder).isChallengeRejected)
    }

    @Test("a challenge of another purpose or server, or with a changed byte, is rejected")
    func foreignChallenges() async throws {
        let (bench, holder) = (try PasskeyBench(), try PasskeyBench().holder())
        var passkey = bench.passkey()
        let anna = try await bench.signUp(with: &passkey)
        let request = try bench.service.beginSignIn(for: holder, isAutoFill: false, now: start)
        let reauthentication = try #require(try await bench.service.beginReauthentication(of: anna.active, now: start))
        let foreign = try PasskeyChallenges(
            keys: [MasterKey.random(PredictableRandomBytes(seed: 52)).authenticationKey(for: KeyPurpose("passkey-challenges"))]
        ).issue(for: .signIn(holder.digest), now: start, random: SystemRandomBytes())
        var bytes = [
            reauthentication.challenge.bytes, foreign.challenge.bytes, [UInt8](repeating: 7, count: 57),
            request.challenge.bytes + [0],
        ]
        // The tag covers every byte of the challenge.
        for index in request.challenge.bytes.indices {
            var changed = request.challenge.bytes
            changed[index] ^= 1
            bytes.append(changed)
        }
        let open = try PasskeyBench.unthrottled()
        for challenge in bytes {
            let response = try passkey.sign(challenge)
            let answer = PasskeySignIn(response: response, holder: holder, deviceToken: nil, client: PasskeyBench.elsewhere)
            #expect(try await open.service.signIn(answer, now: start).isChallengeRejected)
        }
        let answer = try await bench.service.reauthenticate(
            anna.active, by: passkey.sign(request.challenge.bytes), client: PasskeyBench.home, now: start)
        #expect(answer.isChallengeRejected)
    }

    @Test("an invalid assertion is rejected, uses the challenge up, and is an event for the owner")
    func rejected() async throws {
        let bench = try PasskeyBench()
        var passkey = bench.passkey()
        let anna = try await bench.signUp(with: &passkey)
        var (key, unknownClient) = (bench.passkey(), bench.passkey())
        (key.credentialID, key.userHandle) = (passkey.credentialID, passkey.userHandle)
        unknownClient.userHandle = passkey.userHandle
        let changes: [(WebAuthnError.Code, EmulatedPasskey)] = [
            (.unexpectedOrigin, passkey.with { $0.origin = "https://accounts.example.com:8443" }),
            (.wrongRelyingParty, passkey.with { $0.relyingPartyID = "example.com" }),
            (.userNotPresent, passkey.with { $0.isUserPresent = false }),
            (.userNotVerified, passkey.with { $0.isUserVerified = false }),
            (.backupEligibilityChanged, passkey.with { ($0.isBackupEligible, $0.isBackedUp) = (false, false) }),
            (.userHandleMissing, passkey.with { $0.userHandle = nil }),
            (.invalidSignature, key), (.invalidSignature, unknownClient),
        ]
        for (code, wrong) in changes {
            let holder = bench.holder()
            let request = try bench.service.beginSignIn(for: holder, isAutoFill: false, now: start)
            #expect(try await bench.answer(request, wrong, holder: holder).rejection == code)
            #expect(try await bench.answer(request, passkey, holder: holder).isChallengeRejected)
        }
        #expect(try await bench.bench.events(of: anna).count { $0 == .passkeySignInFailed } == changes.count - 1)
    }

    @Test("a credential with the user handle of another account is rejected")
    func crossedAccounts() async throws {
        let bench = try PasskeyBench()
        var (first, second) = (bench.passkey(), bench.passkey())
        _ = try await bench.signUp(with: &first)
        _ = try await bench.signUp("berta.k", with: &second)
        first.userHandle = second.userHandle
        #expect(try await bench.signIn(first).rejection == .wrongUser)
    }

    @Test("failures are charged to the browser and the network, but not to the account, a known device or a session")
    func charges() async throws {
        var throttles = ThrottlePolicy()
        throttles.passkeyFailuresPerBrowser = try #require(Budget(burst: 2, refill: 1, per: .seconds(3_600)))
        throttles.passkeyFailuresPerAddress = try #require(Budget(burst: 5, refill: 1, per: .seconds(3_600)))
        let bench = try PasskeyBench(throttles: throttles)
        var passkey = bench.passkey()
        let anna = try await bench.signUp(with: &passkey)
        let wrong = passkey.with { $0.isUserVerified = false }
        let attempt = { (wrong: EmulatedPasskey, holder: OpaqueToken, client: Client) in
            let request = try bench.service.beginSignIn(for: holder, isAutoFill: false, now: PasskeyBench.start)
            return try await bench.answer(request, wrong, holder: holder, from: client)
        }
        let (first, second, third) = (bench.holder(), bench.holder(), bench.holder())
        let network = AccountBench.unknownClient(1)
        for _ in 0..<2 { #expect(try await attempt(wrong, first, network).rejection != nil) }
        #expect(try await attempt(passkey, first, network).wait != nil)
        // Successful sign-ins are not charged.
        for _ in 0..<9 { #expect(try await attempt(passkey, second, network).signedIn != nil) }
        for _ in 0..<2 { #expect(try await attempt(wrong, second, network).rejection != nil) }
        #expect(try await attempt(wrong, third, network).rejection != nil)
        #expect(try await attempt(passkey, bench.holder(), network).wait != nil)
        #expect(try await attempt(passkey, bench.holder(), AccountBench.unknownClient(2)).signedIn != nil)

        // Other clients of a network lock out neither a known device nor a session.
        let attemptByDevice = { (passkey: EmulatedPasskey, device: OpaqueToken) in
            let holder = bench.holder()
            let request = try bench.service.beginSignIn(for: holder, isAutoFill: false, now: PasskeyBench.start)
            return try await bench.answer(request, passkey, holder: holder, from: network, device: device)
        }
        let device = try #require(anna.deviceToken)
        #expect(try await attemptByDevice(wrong, device).rejection != nil)
        let next = try #require(try await attemptByDevice(passkey, device).signedIn?.deviceToken)
        for _ in 0..<2 { #expect(try await attemptByDevice(wrong, next).rejection != nil) }
        #expect(try await attemptByDevice(passkey, next).wait != nil)
        let request = try #require(try await bench.service.beginReauthentication(of: anna.active, now: start))
        let renewed = try await bench.service.reauthenticate(
            anna.active, by: passkey.sign(request.challenge.bytes), client: network, now: start)
        #expect(renewed.signedIn != nil)
    }

    @Test("a decreased counter signs in and records an event, unless the policy rejects it")
    func counter() async throws {
        for regression in [AuthenticationPolicy.CounterRegression.reported, .rejected] {
            let bench = try PasskeyBench { $0.counterRegression = regression }
            var passkey = bench.passkey()
            passkey.signCount = 7
            let anna = try await bench.signUp(with: &passkey)
            passkey.signCount = 8
            #expect(try await bench.signIn(passkey).signedIn != nil)
            let outcome = try await bench.signIn(passkey)
            if regression == .rejected {
                #expect(outcome.rejection == .counterRegressed)
                #expect(
                    try await bench.bench.events(of: anna)
                        == [.passkeyCounterRegressed, .passkeySignInFailed, .signedInByPasskey, .accountCreated])
                #expect(bench.bench.reported.last == .passkeyCounterRegressed)
                #expect(try await bench.reauthenticate(anna.active, with: passkey).rejection == .counterRegressed)
                #expect(
                    try await bench.bench.events(of: anna).prefix(2) == [.passkeyCounterRegressed, .passkeyReauthenticationFailed])
            } else {
                #expect(outcome.signedIn != nil)
                #expect(
                    try await bench.bench.events(of: anna)
                        == [.signedInByPasskey, .passkeyCounterRegressed, .signedInByPasskey, .accountCreated])
            }
        }
    }

    @Test("of two sign-ins that were compared with the same counter, one succeeds")
    func concurrentCounters() async throws {
        let bench = try PasskeyBench()
        var passkey = bench.passkey()
        passkey.signCount = 7
        let anna = try await bench.signUp(with: &passkey)
        let (first, second) = (passkey.with { $0.signCount = 8 }, passkey.with { $0.signCount = 9 })
        bench.bench.stores.before(.openByPasskey) { () async throws in
            #expect(try await bench.signIn(second).signedIn != nil)
        }
        #expect(try await bench.signIn(first).isChallengeRejected)
        #expect(try await bench.service.passkeys(of: anna.active).first?.credential.signCount == 9)
    }

    @Test("a change of the backup state is an event")
    func backup() async throws {
        let bench = try PasskeyBench()
        var passkey = bench.passkey()
        let anna = try await bench.signUp(with: &passkey)
        passkey.isBackedUp = false
        for _ in 0..<2 { #expect(try await bench.signIn(passkey, at: start + .seconds(9)).signedIn != nil) }
        #expect(
            try await bench.bench.events(of: anna)
                == [.signedInByPasskey, .signedInByPasskey, .passkeyBackupChanged, .accountCreated])
        let stored = try #require(try await bench.service.passkeys(of: anna.active).first)
        #expect(!stored.credential.isBackedUp)
        #expect(stored.backupChangedAt == start + .seconds(9))
    }

    @Test("a passkey that is removed during a sign-in opens no session")
    func removedMeanwhile() async throws {
        let bench = try PasskeyBench()
        var (first, second) = (bench.passkey(), bench.passkey())
        let anna = try await bench.signUp(with: &first)
        let added = try #require(try await bench.add(&second, to: anna.active).passkey)
        bench.bench.stores.before(.openByPasskey) {
            _ = try await bench.service.remove(added.id, of: anna.active, client: PasskeyBench.home, now: PasskeyBench.start)
        }
        #expect(try await bench.signIn(second).isChallengeRejected)
    }
}

extension PasskeyBench {
    /// Returns a bench with budgets that no test exhausts.
    static func unthrottled() throws -> PasskeyBench {
        var throttles = ThrottlePolicy()
        throttles.passkeyFailuresPerBrowser = try #require(Budget(burst: 10_000, refill: 1, per: .seconds(3_600)))
        throttles.passkeyFailuresPerAddress = throttles.passkeyFailuresPerBrowser
        throttles.registrationsPerAddress = throttles.passkeyFailuresPerBrowser
        return try PasskeyBench(throttles: throttles)
    }
}

extension EmulatedPasskey {
    func with(_ change: (inout EmulatedPasskey) -> Void) -> EmulatedPasskey {
        var passkey = self
        change(&passkey)
        return passkey
    }
}
