import EmulatedAuthenticator
import Secrets
import Testing
import WebAuthn

@testable import Accounts

@Suite("Passkeys as factors")
struct PasskeyFactorTests {
    private let start = PasskeyBench.start

    @Test("with user verification a passkey replaces the second factor, and without it the sign-in requires one")
    func factors() async throws {
        let bench = try PasskeyBench { $0.requiresUserVerification = false }
        let anna = try await bench.bench.account()
        var passkey = bench.passkey()
        #expect(try await bench.add(&passkey, to: anna.active).passkey != nil)
        let owner = try await bench.turnOnFactor(anna)
        #expect(try await bench.signIn(passkey).signedIn?.active.session.assurance == .twoFactors)

        passkey.isUserVerified = false
        let challenge = try #require(try await bench.signIn(passkey).challenge)
        // The same passkey cannot be both factors.
        #expect(challenge.factors.methods == [.totp, .recoveryCode])
        let message = FactorChallenge.passkeyChallenge(of: challenge.token).bytes
        passkey.isUserVerified = true
        let again = try passkey.sign(message)
        #expect(try await bench.factorAnswer(challenge, .passkey(again)).isRejected)
        passkey.isUserVerified = false
        let next = try #require(try await bench.signIn(passkey).challenge)
        let later = start + .seconds(60)
        let signedIn = try #require(try await bench.factorAnswer(next, .totp(owner.code(at: later)), at: later).signedIn)
        #expect(signedIn.active.session.origin == .passkey)
        #expect(signedIn.active.session.assurance == .twoFactors)
    }

    @Test("user verification counts as a factor after another factor confirmed it")
    func firstVerification() async throws {
        let bench = try PasskeyBench()
        let anna = try await bench.bench.account()
        var passkey = bench.passkey()
        passkey.isUserVerified = false
        passkey.isUserPresent = false
        #expect(try await bench.add(&passkey, to: anna.active, isSilent: true).passkey != nil)
        (passkey.isUserVerified, passkey.isUserPresent) = (true, true)
        #expect(try await bench.signIn(passkey).signedIn?.active.session.assurance == .oneFactor)

        let owner = try await bench.turnOnFactor(anna)
        let challenge = try #require(try await bench.signIn(passkey).challenge)
        let later = start + .seconds(60)
        #expect(try await bench.factorAnswer(challenge, .totp(owner.code(at: later)), at: later).signedIn != nil)
        #expect(try await bench.signIn(passkey).signedIn?.active.session.assurance == .twoFactors)
    }

    @Test("after a silent registration that claims user verification, the first verification still requires the second factor")
    func claimedVerification() async throws {
        let bench = try PasskeyBench()
        let anna = try await bench.bench.account()
        var passkey = bench.passkey()
        #expect(try await bench.add(&passkey, to: anna.active, isSilent: true).passkey != nil)
        _ = try await bench.turnOnFactor(anna)
        #expect(try await bench.signIn(passkey).challenge != nil)
    }

    @Test("a passkey of the account is a second factor after a password, even without user verification")
    func secondFactor() async throws {
        let bench = try PasskeyBench { $0.requiresUserVerification = false }
        let anna = try await bench.bench.account()
        var (passkey, foreign) = (bench.passkey(), bench.passkey())
        #expect(try await bench.add(&passkey, to: anna.active).passkey != nil)
        _ = try await bench.turnOnFactor(anna)
        _ = try await bench.signUp("berta.k", with: &foreign)
        let first = try await bench.challengeAfterPassword()
        #expect(first.factors.methods == [.passkey, .totp, .recoveryCode])
        #expect(try await bench.factorAnswer(first, .passkey(foreign.sign(first.message))).isRejected)
        // The token stays in a cookie, so it must not be the challenge that scripts see.
        let second = try await bench.challengeAfterPassword()
        let token = try #require(Base64URL.decode(second.token.reveal()))
        #expect(try await bench.factorAnswer(second, .passkey(passkey.sign(token))).isRejected)
        passkey.isUserVerified = false
        let challenge = try await bench.challengeAfterPassword()
        let assertion = try passkey.sign(challenge.message)
        let signedIn = try #require(try await bench.factorAnswer(challenge, .passkey(assertion)).signedIn)
        #expect(signedIn.active.session.origin == .password)
        #expect(signedIn.active.session.assurance == .twoFactors)
        #expect(try await bench.factorAnswer(challenge, .passkey(assertion)).isChallengeRejected)
    }

    @Test("a second factor whose counter did not increase records an event, and is rejected if the policy says so")
    func counter() async throws {
        for regression in [AuthenticationPolicy.CounterRegression.reported, .rejected] {
            let bench = try PasskeyBench { $0.counterRegression = regression }
            let anna = try await bench.bench.account()
            var passkey = bench.passkey()
            passkey.signCount = 7
            #expect(try await bench.add(&passkey, to: anna.active).passkey != nil)
            _ = try await bench.turnOnFactor(anna)
            let challenge = try await bench.challengeAfterPassword()
            let outcome = try await bench.factorAnswer(challenge, .passkey(passkey.sign(challenge.message)))
            #expect((outcome.signedIn != nil) == (regression == .reported))
            #expect(outcome.isRejected == (regression == .rejected))
            #expect(try await bench.bench.events(of: anna).count { $0 == .passkeyCounterRegressed } == 1)
        }
    }

    @Test("a wrong passkey uses up the challenge, also for the other factors")
    func answeredOnce() async throws {
        let bench = try PasskeyBench()
        let anna = try await bench.bench.account()
        var passkey = bench.passkey()
        #expect(try await bench.add(&passkey, to: anna.active).passkey != nil)
        let owner = try await bench.turnOnFactor(anna)
        let challenge = try await bench.challengeAfterPassword()
        let wrong = passkey.with { $0.origin = "https://accounts.example.org" }
        #expect(try await bench.factorAnswer(challenge, .passkey(wrong.sign(challenge.message))).isRejected)
        #expect(try await bench.factorAnswer(challenge, .passkey(passkey.sign(challenge.message))).isChallengeRejected)
        let later = start + .seconds(60)
        #expect(try await bench.factorAnswer(challenge, .totp(owner.code(at: later)), at: later).isChallengeRejected)

        let active = owner.signedIn.active
        let own = try #require(try await bench.bench.service.challenge(active, now: start))
        let step = { (passkey: EmulatedPasskey) in
            try await bench.factors.stepUp(
                active, answering: own.token, by: .passkey(passkey.sign(own.message)), client: PasskeyBench.home,
                now: PasskeyBench.start)
        }
        #expect(try await step(wrong).isRejected)
        #expect(try await step(passkey).isChallengeRejected)
    }

    @Test("wrong passkeys are charged to the network and the browser, and leave the account's attempts for codes")
    func charges() async throws {
        var throttles = ThrottlePolicy()
        let budget = try #require(Budget(burst: 2, refill: 1, per: .seconds(86_400)))
        (throttles.passkeyFailuresPerAddress, throttles.passkeyFailuresPerBrowser) = (budget, budget)
        (throttles.factorFailuresPerAccount, throttles.factorFailuresInSessions) = (budget, budget)
        throttles.factorFailuresPerKnownDevices = budget
        let bench = try PasskeyBench(throttles: throttles)
        let anna = try await bench.bench.account()
        var passkey = bench.passkey()
        #expect(try await bench.add(&passkey, to: anna.active).passkey != nil)
        let owner = try await bench.turnOnFactor(anna)
        let wrong = passkey.with { $0.origin = "https://accounts.example.org" }
        for _ in 0..<2 {
            let challenge = try await bench.challengeAfterPassword()
            #expect(try await bench.factorAnswer(challenge, .passkey(wrong.sign(challenge.message))).isRejected)
        }
        let (third, other) = (try await bench.challengeAfterPassword(), try await bench.challengeAfterPassword())
        #expect(try await bench.factorAnswer(third, .passkey(passkey.sign(third.message))).wait != nil)
        let elsewhere = try await bench.factors.signIn(
            answering: other.token, by: .passkey(passkey.sign(other.message)), client: AccountBench.unknownClient(2), now: start)
        #expect(elsewhere.signedIn != nil)
        let known = try await bench.challengeAfterPassword(device: anna.deviceToken)
        #expect(try await bench.factorAnswer(known, .passkey(passkey.sign(known.message))).signedIn != nil)
        let recovery = try RecoveryBench(bench.bench)
        _ = try await recovery.mail.verifiedAddress(of: owner.signedIn.active)
        let token = try await recovery.opened()
        let recovering = try #require(try await recovery.service.challenge(in: token, now: start))
        let proved = try await recovery.service.prove(
            .passkey(passkey.sign(recovering.message)), answering: recovering.token, in: token, client: PasskeyBench.elsewhere,
            now: start)
        #expect(proved == .proved)
        let last = try await bench.challengeAfterPassword()
        let later = start + .seconds(60)
        #expect(try await bench.factorAnswer(last, .totp(owner.code(at: later)), at: later).signedIn != nil)

        let active = owner.signedIn.active
        let step = { (passkey: EmulatedPasskey) in
            let own = try #require(try await bench.bench.service.challenge(active, now: PasskeyBench.start))
            return try await bench.factors.stepUp(
                active, answering: own.token, by: .passkey(passkey.sign(own.message)), client: PasskeyBench.home,
                now: PasskeyBench.start)
        }
        for _ in 0..<2 { #expect(try await step(wrong).isRejected) }
        #expect(try await step(passkey).wait != nil)
    }

    @Test("in a session that a passkey opened, a passkey without user verification is not a second factor")
    func stepUp() async throws {
        let bench = try PasskeyBench { $0.requiresUserVerification = false }
        let anna = try await bench.bench.account()
        var passkey = bench.passkey()
        #expect(try await bench.add(&passkey, to: anna.active).passkey != nil)
        passkey.isUserVerified = false
        let session = try #require(try await bench.signIn(passkey).signedIn)
        let owner = try await bench.turnOnFactor(anna)
        let active = ActiveSession(session: session.active.session, account: owner.signedIn.active.account)
        let step = { (passkey: EmulatedPasskey) in
            let challenge = try #require(try await bench.bench.service.challenge(active, now: PasskeyBench.start))
            return try await bench.factors.stepUp(
                active, answering: challenge.token, by: .passkey(passkey.sign(challenge.message)), client: PasskeyBench.home,
                now: PasskeyBench.start)
        }
        #expect(try await step(passkey).isRejected)
        #expect(try await step(passkey.with { $0.isUserVerified = true }).signedIn != nil)
    }

    @Test("a passkey of the account reauthenticates with the challenge of the session")
    func reauthentication() async throws {
        let bench = try PasskeyBench()
        var (passkey, foreign) = (bench.passkey(), bench.passkey())
        let anna = try await bench.signUp(with: &passkey)
        _ = try await bench.signUp("berta.k", with: &foreign)
        let later = start + .seconds(3_600)
        let renewed = try #require(try await bench.reauthenticate(anna.active, with: passkey, at: later).signedIn)
        #expect(renewed.active.session.authenticatedAt == later)
        #expect(renewed.active.session.factorAuthenticatedAt == later)
        #expect(try await bench.bench.session(anna.token, at: later) == nil)
        #expect(try await bench.bench.session(renewed.token, at: later) != nil)
        #expect(try await bench.reauthenticate(anna.active, with: foreign, at: later).rejection == .wrongUser)

        let request = try #require(try await bench.service.beginReauthentication(of: renewed.active, now: later))
        #expect(request.allowed.map(\.credential.id.bytes) == [passkey.credentialID])
        let other = try #require(try await bench.signIn(passkey, at: later).signedIn)
        let assertion = try passkey.sign(request.challenge.bytes)
        let answer = { (active: ActiveSession) in
            try await bench.service.reauthenticate(active, by: assertion, client: PasskeyBench.home, now: later)
        }
        #expect(try await answer(other.active).isChallengeRejected)
        #expect(try await answer(renewed.active).signedIn != nil)
        #expect(try await answer(renewed.active).isChallengeRejected)
        #expect(try await bench.bench.events(of: anna).contains(.passkeyReauthenticationFailed))
    }

    @Test("in an account with a second factor, reauthentication by passkey requires user verification")
    func reauthenticationFactors() async throws {
        let bench = try PasskeyBench { $0.requiresUserVerification = false }
        let anna = try await bench.bench.account()
        var passkey = bench.passkey()
        #expect(try await bench.add(&passkey, to: anna.active).passkey != nil)
        passkey.isUserVerified = false
        #expect(try await bench.reauthenticate(anna.active, with: passkey).signedIn?.active.session.factorAuthenticatedAt == nil)
        let owner = try await bench.turnOnFactor(try #require(try await bench.bench.signIn().signedIn))
        #expect(try await bench.reauthenticate(owner.signedIn.active, with: passkey).rejection == .userNotVerified)
        passkey.isUserVerified = true
        #expect(try await bench.reauthenticate(owner.signedIn.active, with: passkey).signedIn != nil)
    }

    @Test("in an account with a second factor, a passkey without confirmed user verification cannot be both factors of a session")
    func unconfirmedReauthentication() async throws {
        let bench = try PasskeyBench()
        let anna = try await bench.bench.account()
        var passkey = bench.passkey()
        (passkey.isUserVerified, passkey.isUserPresent) = (false, false)
        #expect(try await bench.add(&passkey, to: anna.active, isSilent: true).passkey != nil)
        (passkey.isUserVerified, passkey.isUserPresent) = (true, true)
        let waiting = try #require(try await bench.service.beginReauthentication(of: anna.active, now: start))
        let active = try await bench.turnOnFactor(anna).signedIn.active
        #expect(try await bench.service.beginReauthentication(of: active, now: start) == nil)
        let rejected = try await bench.service.reauthenticate(
            active, by: passkey.sign(waiting.challenge.bytes), client: PasskeyBench.home, now: start)
        #expect(rejected.rejection == .invalidSignature)

        // After a password, the passkey is the second factor, which confirms its user.
        guard case .factorRequired(let challenge) = try await bench.bench.signIn() else { return #expect(Bool(false)) }
        let assertion = try passkey.sign(FactorChallenge.passkeyChallenge(of: challenge.token).bytes)
        let signedIn = try #require(try await bench.factorAnswer(challenge, .passkey(assertion)).signedIn)
        #expect(try await bench.reauthenticate(signedIn.active, with: passkey).signedIn != nil)
    }

    @Test("an account that must have a second factor has one while a passkey with user verification opened the session")
    func requirement() async throws {
        var requirement = SecondFactorRequirement()
        requirement.coversEverybody = true
        let bench = try PasskeyBench(requirement: requirement) { $0.requiresUserVerification = false }
        var passkey = bench.passkey()
        let anna = try await bench.signUp(with: &passkey)
        #expect(!bench.bench.service.mustEnrol(anna.active))
        passkey.isUserVerified = false
        let signedIn = try #require(try await bench.signIn(passkey).signedIn)
        #expect(bench.bench.service.mustEnrol(signedIn.active))
    }
}

@Suite("Managing passkeys")
struct PasskeySettingTests {
    private let start = PasskeyBench.start

    @Test("only the owner can rename a passkey")
    func rename() async throws {
        let bench = try PasskeyBench()
        var passkey = bench.passkey()
        let anna = try await bench.signUp(with: &passkey)
        let berta = try await bench.bench.account("berta.k")
        let id = try #require(try await bench.service.passkeys(of: anna.active).first).id
        let rename = { (name: String, active: ActiveSession) in
            try await bench.service.rename(id, to: name, of: active, client: PasskeyBench.home, now: PasskeyBench.start)
        }
        #expect(try await rename("Berta's", berta.active) == .missing)
        #expect(try await rename("\u{202E} \u{0}", anna.active) == .unnamed)
        #expect(try await rename(" Anna's\u{202E} phone ", anna.active) == .changed(endedPresentSession: false))
        #expect(try await bench.service.passkeys(of: anna.active).map(\.name) == ["Anna's phone"])
        #expect(try await bench.bench.events(of: anna).first == .passkeyRenamed)
    }

    @Test("only the owner can remove a passkey, with recent authentication, and its sessions end")
    func remove() async throws {
        let bench = try PasskeyBench()
        let (anna, berta) = (try await bench.bench.account(), try await bench.bench.account("berta.k"))
        var passkey = bench.passkey()
        let id = try #require(try await bench.add(&passkey, to: anna.active).passkey).id
        let session = try #require(try await bench.signIn(passkey).signedIn)
        let remove = { (active: ActiveSession, moment: Timestamp) in
            try await bench.service.remove(id, of: active, client: PasskeyBench.home, now: moment)
        }
        #expect(try await remove(anna.active, start + .seconds(601)) == .reauthenticationRequired)
        #expect(try await remove(berta.active, start) == .missing)
        #expect(try await remove(anna.active, start) == .changed(endedPresentSession: false))
        #expect(try await bench.bench.session(session.token) == nil)
        #expect(try await bench.bench.session(anna.token) != nil)
        #expect(try await bench.signIn(passkey).rejection == .invalidSignature)
        #expect(try await remove(anna.active, start) == .missing)
    }

    @Test("the last credential that can sign in cannot be removed")
    func lastWayIn() async throws {
        let bench = try PasskeyBench()
        var passkey = bench.passkey()
        let anna = try await bench.signUp(with: &passkey)
        let first = try #require(try await bench.service.passkeys(of: anna.active).first).id
        let remove = { (id: PasskeyID, active: ActiveSession) in
            try await bench.service.remove(id, of: active, client: PasskeyBench.home, now: PasskeyBench.start)
        }
        #expect(try await remove(first, anna.active) == .lastCredential)
        var second = bench.passkey()
        #expect(try await bench.add(&second, to: anna.active).passkey != nil)
        #expect(try await remove(first, anna.active) == .changed(endedPresentSession: true))

        let berta = try await bench.bench.account("berta.k")
        let removePassword = {
            try await bench.bench.service.removePassword(of: berta.active, client: PasskeyBench.home, now: PasskeyBench.start)
        }
        guard case .lastCredential = try await removePassword() else { return #expect(Bool(false)) }
        // An authenticator that never verified its user may be unable to.
        var silent = bench.passkey()
        silent.isUserVerified = false
        #expect(try await bench.add(&silent, to: berta.active, isSilent: true).passkey != nil)
        guard case .lastCredential = try await removePassword() else { return #expect(Bool(false)) }
        silent.isUserVerified = true
        #expect(try await bench.signIn(silent).signedIn != nil)
        guard case .removed = try await removePassword() else { return #expect(Bool(false)) }
    }
}

extension PasskeyBench {
    /// Returns the challenge after the password of an account with a second factor.
    fileprivate func challengeAfterPassword(device: OpaqueToken? = nil) async throws -> FactorChallenge {
        let outcome = try await bench.signIn(device: device)
        guard case .factorRequired(let challenge) = outcome else { throw UnexpectedOutcome(outcome: outcome) }
        return challenge
    }

    func factorAnswer(
        _ challenge: FactorChallenge, _ proof: FactorProof, at now: Timestamp = start
    ) async throws -> FactorSignInOutcome {
        try await factors.signIn(answering: challenge.token, by: proof, client: Self.elsewhere, now: now)
    }
}

private struct UnexpectedOutcome: Error {
    let outcome: SignInOutcome
}

extension FactorChallenge {
    /// The bytes that a passkey signs.
    fileprivate var message: [UInt8] { Self.passkeyChallenge(of: token).bytes }
}
