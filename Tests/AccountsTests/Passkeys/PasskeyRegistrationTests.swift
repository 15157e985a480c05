import EmulatedAuthenticator
import Secrets
import Testing
import WebAuthn

@testable import Accounts

@Suite("Registering passkeys")
struct PasskeyRegistrationTests {
    private let start = PasskeyBench.start

    @Test("a sign-up with a passkey creates an account without a password and counts as two factors")
    func signUp() async throws {
        let bench = try PasskeyBench()
        var passkey = bench.passkey()
        let anna = try await bench.signUp(with: &passkey)
        #expect(anna.active.account.userName?.text == "anna.k")
        #expect(!anna.active.account.hasPassword)
        #expect(anna.active.session.origin == .passkey)
        #expect(anna.active.session.assurance == .twoFactors)
        #expect(try await bench.bench.session(anna.token)?.account == anna.active.account)
        #expect(try await bench.bench.events(of: anna) == [.accountCreated])
        let stored = try #require(try await bench.service.passkeys(of: anna.active).first)
        #expect(stored.credential.id.bytes == passkey.credentialID)
        #expect(stored.credential.user.bytes == passkey.userHandle)
        #expect(stored.credential.user.bytes.count == 64)
        #expect(stored.credential.transports == ["internal", "hybrid"])
        #expect(stored.attestation == .none)
        #expect(stored.relyingPartyID == PasskeyBench.relyingPartyID)
        #expect(stored.name == PasskeyBench.home.deviceName)
        #expect(stored.isWayIn)
    }

    @Test("each account gets a different user handle and keeps it")
    func userHandles() async throws {
        let bench = try PasskeyBench()
        var (first, second, third) = (bench.passkey(), bench.passkey(), bench.passkey())
        let anna = try await bench.signUp(with: &first)
        _ = try await bench.signUp("berta.k", with: &second)
        #expect(try await bench.add(&third, to: anna.active).passkey != nil)
        #expect(first.userHandle == third.userHandle)
        #expect(first.userHandle != second.userHandle)
    }

    @Test("a repeated sign-up gets the same session, and a repeated registration the same passkey")
    func repeated() async throws {
        let bench = try PasskeyBench()
        var (first, second) = (bench.passkey(), bench.passkey())
        let holder = bench.holder()
        let creation = try #require(try await bench.beginSignUp(holder: holder))
        let response = try first.register(creation.challenge.bytes, user: creation.user.bytes)
        let anna = try #require(try await bench.finishSignUp(response, holder: holder).signedIn)
        let again = try #require(try await bench.finishSignUp(response, holder: holder, at: start + .seconds(5)).signedIn)
        #expect(again.token.digest == anna.token.digest)
        #expect(again.deviceToken?.digest == anna.deviceToken?.digest)
        #expect(again.active.session == anna.active.session)

        let addition = try #require(try await bench.begin(anna.active))
        let made = try second.register(addition.challenge.bytes, user: addition.user.bytes)
        let added = try #require(try await bench.finish(made, of: anna.active).passkey)
        #expect(try await bench.finish(made, of: anna.active, at: start + .seconds(5)).passkey == added)
        #expect(try await bench.service.passkeys(of: anna.active).count == 2)
        #expect(try await bench.bench.events(of: anna) == [.passkeyAdded, .accountCreated])
    }

    @Test("a second passkey for a used challenge is rejected, even after the session ended")
    func answered() async throws {
        let bench = try PasskeyBench()
        var (first, other) = (bench.passkey(), bench.passkey())
        let holder = bench.holder()
        let creation = try #require(try await bench.beginSignUp(holder: holder))
        let response = try first.register(creation.challenge.bytes, user: creation.user.bytes)
        let anna = try #require(try await bench.finishSignUp(response, holder: holder).signedIn)
        let stolen = try other.register(creation.challenge.bytes, user: creation.user.bytes)
        #expect(try await bench.finishSignUp(stolen, holder: holder).isChallengeRejected)
        // The same credential ID with another key is not a repetition.
        other.credentialID = first.credentialID
        let forged = try other.register(creation.challenge.bytes, user: creation.user.bytes)
        #expect(try await bench.finishSignUp(forged, holder: holder).isChallengeRejected)
        try await bench.bench.service.signOut(anna.active, client: PasskeyBench.home, now: start)
        #expect(try await bench.finishSignUp(response, holder: holder).isChallengeRejected)
    }

    @Test("a sign-up challenge is valid for one browser and one user name, for ten minutes")
    func signUpBinding() async throws {
        let bench = try PasskeyBench()
        var passkey = bench.passkey()
        let holder = bench.holder()
        let creation = try #require(try await bench.beginSignUp(holder: holder))
        let response = try passkey.register(creation.challenge.bytes, user: creation.user.bytes)
        #expect(try await bench.finishSignUp(response, holder: bench.holder()).isChallengeRejected)
        #expect(try await bench.finishSignUp(response, named: "berta.k", holder: holder).isChallengeRejected)
        #expect(try await bench.finishSignUp(response, holder: holder, at: start + .seconds(600)).isChallengeRejected)
        #expect(try await bench.finishSignUp(response, holder: holder, at: start + .seconds(599)).signedIn != nil)
    }

    @Test("a taken or invalid user name is rejected before the device creates a passkey")
    func names() async throws {
        var throttles = ThrottlePolicy()
        throttles.registrationsPerAddress = try #require(Budget(burst: 2, refill: 1, per: .seconds(3_600)))
        let bench = try PasskeyBench(throttles: throttles)
        var passkey = bench.passkey()
        _ = try await bench.signUp(with: &passkey)
        let begin = { (name: String) in
            try await bench.service.beginSignUp(
                userName: name, holder: bench.holder(), client: PasskeyBench.home, now: PasskeyBench.start)
        }
        guard case .rejected(.userName) = try await begin("") else { return #expect(Bool(false)) }
        guard case .rejected(.userNameTaken) = try await begin("Anna.K") else { return #expect(Bool(false)) }
        guard case .throttled = try await begin("berta.k") else { return #expect(Bool(false)) }
    }

    @Test("a sign-up that began without a user name gets it with the passkey, for one browser and ten minutes")
    func unnamedSignUp() async throws {
        let bench = try PasskeyBench()
        var passkey = bench.passkey()
        let holder = bench.holder()
        let creation = try #require(try await bench.beginSignUp(nil, holder: holder))
        #expect(creation.userName == nil)
        let response = try passkey.register(creation.challenge.bytes, user: creation.user.bytes)
        #expect(try await bench.finishSignUp(response, holder: bench.holder()).isChallengeRejected)
        #expect(try await bench.finishSignUp(response, holder: holder, at: start + .seconds(600)).isChallengeRejected)
        let anna = try #require(try await bench.finishSignUp(response, named: "anna@example.com", holder: holder).signedIn)
        #expect(anna.active.account.userName?.text == "anna@example.com" && !anna.active.account.hasPassword)
        // A repeated answer gets the same account, also with another name.
        let again = try #require(try await bench.finishSignUp(response, named: "berta@example.com", holder: holder).signedIn)
        #expect(again.active.account == anna.active.account)
    }

    @Test("a sign-up without a user name rejects an invalid name, and learns about a taken one once for each challenge")
    func unnamedSignUpNames() async throws {
        var throttles = ThrottlePolicy()
        throttles.registrationsPerAddress = try #require(Budget(burst: 2, refill: 1, per: .seconds(3_600)))
        let bench = try PasskeyBench(throttles: throttles)
        var (first, second) = (bench.passkey(), bench.passkey())
        _ = try await bench.signUp(with: &first)
        let holder = bench.holder()
        let creation = try #require(try await bench.beginSignUp(nil, holder: holder))
        let response = try second.register(creation.challenge.bytes, user: creation.user.bytes)
        guard case .userNameRejected(.tooShort) = try await bench.finishSignUp(response, named: "a", holder: holder) else {
            return #expect(Bool(false))
        }
        guard case .userNameTaken = try await bench.finishSignUp(response, named: "Anna.K", holder: holder) else {
            return #expect(Bool(false))
        }
        #expect(try await bench.finishSignUp(response, named: "berta.k", holder: holder).isChallengeRejected)
        let begun = try await bench.service.beginSignUp(
            userName: nil, holder: bench.holder(), client: PasskeyBench.home, now: PasskeyBench.start)
        guard case .throttled = begun else { return #expect(Bool(false)) }
    }

    @Test("adding a passkey requires recent authentication")
    func recency() async throws {
        let bench = try PasskeyBench()
        let anna = try await bench.bench.account()
        #expect(try await bench.begin(anna.active, at: start + .seconds(600)) != nil)
        #expect(try await bench.begin(anna.active, at: start + .seconds(601)) == nil)
        let owner = try await bench.turnOnFactor(anna)
        let onlyPassword = ActiveSession(session: anna.active.session, account: owner.signedIn.active.account)
        #expect(try await bench.begin(onlyPassword) == nil)
        #expect(try await bench.begin(owner.signedIn.active) != nil)
    }

    @Test("a second factor that was turned on during a registration is required to finish it")
    func secondFactorMeanwhile() async throws {
        let bench = try PasskeyBench()
        let anna = try await bench.bench.account()
        // An attacker with the password.
        let other = try #require(try await bench.bench.signIn().signedIn)
        var (foreign, own) = (bench.passkey(), bench.passkey())
        let begun = (try #require(try await bench.begin(other.active)), try #require(try await bench.begin(anna.active)))
        let responses = (
            try foreign.register(begun.0.challenge.bytes, user: begun.0.user.bytes),
            try own.register(begun.1.challenge.bytes, user: begun.1.user.bytes)
        )
        _ = try await bench.turnOnFactor(anna)
        #expect(try await bench.finish(responses.0, of: other.active).isChallengeRejected)
        #expect(try await bench.finish(responses.1, of: anna.active).passkey != nil)
        #expect(try await bench.service.passkeys(of: anna.active).count == 1)
    }

    @Test("a registration challenge is valid only in its session")
    func registrationBinding() async throws {
        let bench = try PasskeyBench()
        let (anna, berta) = (try await bench.bench.account(), try await bench.bench.account("berta.k"))
        let other = try #require(try await bench.bench.signIn().signedIn)
        var passkey = bench.passkey()
        let creation = try #require(try await bench.begin(anna.active))
        let response = try passkey.register(creation.challenge.bytes, user: creation.user.bytes)
        #expect(try await bench.finish(response, of: other.active).isChallengeRejected)
        #expect(try await bench.finish(response, of: berta.active).isChallengeRejected)
        // The owner changes the password after an attacker with the old one began a registration.
        _ = try await bench.bench.changePassword(of: other.active, to: "copper-heron 72 meadow")
        #expect(try await bench.finish(response, of: anna.active).isSessionEnded)
        #expect(try await bench.service.passkeys(of: other.active) == [])
    }

    @Test("a credential cannot be registered for a second account")
    func foreignCredential() async throws {
        let bench = try PasskeyBench()
        var first = bench.passkey()
        let anna = try await bench.signUp(with: &first)
        let berta = try await bench.bench.account("berta.k")
        var attacker = EmulatedPasskey(
            origin: PasskeyBench.origin, relyingPartyID: PasskeyBench.relyingPartyID, credentialID: first.credentialID)
        #expect(try await bench.add(&attacker, to: berta.active).isCredentialTaken)
        #expect(try await bench.add(&attacker, to: anna.active).isCredentialTaken)
        let holder = bench.holder()
        let creation = try #require(try await bench.beginSignUp("carla.k", holder: holder))
        let response = try attacker.register(creation.challenge.bytes, user: creation.user.bytes)
        #expect(try await bench.finishSignUp(response, named: "carla.k", holder: holder).isCredentialTaken)
        #expect(try await bench.signIn(first).signedIn?.active.account.id == anna.active.account.id)
    }

    @Test("an account has at most twenty passkeys, and another is rejected when it begins and when it ends")
    func limit() async throws {
        let bench = try PasskeyBench()
        let anna = try await bench.bench.account()
        var late = bench.passkey()
        let waiting = try #require(try await bench.begin(anna.active))
        for _ in 0..<Passkey.limit {
            var passkey = bench.passkey()
            #expect(try await bench.add(&passkey, to: anna.active).passkey != nil)
        }
        #expect(try await bench.begin(anna.active) == nil)
        let response = try late.register(waiting.challenge.bytes, user: waiting.user.bytes)
        #expect(try await bench.finish(response, of: anna.active).isTooMany)
    }

    @Test("an invalid registration is rejected and uses the challenge up")
    func rejected() async throws {
        let bench = try PasskeyBench()
        let anna = try await bench.bench.account()
        let changes: [(WebAuthnError.Code, @Sendable (inout EmulatedPasskey) -> Void)] = [
            (.unexpectedOrigin, { $0.origin = "https://accounts.example.com.evil.example" }),
            (.wrongRelyingParty, { $0.relyingPartyID = "example.com" }),
            (.userNotPresent, { $0.isUserPresent = false }),
            (.userNotVerified, { $0.isUserVerified = false }),
            (.inconsistentBackup, { $0.isBackupEligible = false }),
        ]
        for (code, change) in changes {
            let creation = try #require(try await bench.begin(anna.active))
            var passkey = bench.passkey()
            change(&passkey)
            let wrong = try passkey.register(creation.challenge.bytes, user: creation.user.bytes)
            #expect(try await bench.finish(wrong, of: anna.active).rejection == code)
            var good = bench.passkey()
            let right = try good.register(creation.challenge.bytes, user: creation.user.bytes)
            #expect(try await bench.finish(right, of: anna.active).isChallengeRejected)
        }
    }

    @Test("a conditional registration requires a password of the last five minutes, but neither presence nor user verification")
    func silent() async throws {
        let bench = try PasskeyBench()
        let anna = try await bench.bench.account()
        #expect(try await bench.begin(anna.active, isSilent: true, at: start + .seconds(301)) == nil)
        var passkey = bench.passkey()
        passkey.isUserPresent = false
        passkey.isUserVerified = false
        let late = start + .seconds(300)
        let stored = try #require(try await bench.add(&passkey, to: anna.active, isSilent: true, at: late).passkey)
        #expect(!stored.credential.hasVerifiedUser)
        #expect(!stored.isWayIn)

        // The authenticator's claim that it verified the user does not count: the user saw no dialog.
        var verifying = bench.passkey()
        let claimed = try #require(try await bench.add(&verifying, to: anna.active, isSilent: true, at: late).passkey)
        #expect(!claimed.credential.hasVerifiedUser)
        #expect(!claimed.isWayIn)

        // A challenge for one kind of registration is invalid for the other.
        let creation = try #require(try await bench.begin(anna.active))
        var other = bench.passkey()
        other.isUserPresent = false
        let response = try other.register(creation.challenge.bytes, user: creation.user.bytes)
        #expect(try await bench.finish(response, isSilent: true, of: anna.active).isChallengeRejected)

        var first = bench.passkey()
        let berta = try await bench.signUp("berta.k", with: &first)
        #expect(try await bench.begin(berta.active, isSilent: true) == nil)
    }

    @Test(
        "a reauthentication by passkey or Apple does not begin a conditional registration, and one by password does in any session")
    func silentReauthentication() async throws {
        let bench = try PasskeyBench()
        let apple = try AppleBench(bench.bench)
        let later = start + .seconds(301)
        let reauthenticate = { (active: ActiveSession) in
            let outcome = try await bench.bench.service.reauthenticate(
                active, password: Password(AccountBench.password), client: PasskeyBench.home, now: later)
            return try #require(outcome.signedIn).active
        }

        let anna = try await bench.bench.account()
        var passkey = bench.passkey()
        #expect(try await bench.add(&passkey, to: anna.active).passkey != nil)
        let byPasskey = try #require(try await bench.reauthenticate(anna.active, with: passkey, at: later).signedIn)
        #expect(try await bench.begin(byPasskey.active, at: later) != nil)
        #expect(try await bench.begin(byPasskey.active, isSilent: true, at: later) == nil)

        let berta = try await bench.bench.account("berta.k")
        guard case .linked = try await apple.link(AppleBench.assertion(), to: berta) else { return #expect(Bool(false)) }
        let byApple = try await apple.reauthenticate(berta, AppleBench.assertion(at: later), at: later)
        let renewed = try #require(byApple.signedIn)
        #expect(try await bench.begin(renewed.active, at: later) != nil)
        #expect(try await bench.begin(renewed.active, isSilent: true, at: later) == nil)

        let session = try #require(try await apple.signIn(AppleBench.assertion(at: later), at: later).signedIn)
        #expect(session.active.session.origin == .apple)
        #expect(try await bench.begin(session.active, isSilent: true, at: later) == nil)
        let shown = try await reauthenticate(session.active)
        #expect(try await bench.begin(shown, isSilent: true, at: later + .seconds(300)) != nil)
        #expect(try await bench.begin(shown, isSilent: true, at: later + .seconds(301)) == nil)
        #expect(try await bench.begin(reauthenticate(byPasskey.active), isSilent: true, at: later) != nil)
    }

    @Test("the time of the password is stored with the session, also after a second factor, and other renewals keep it")
    func passwordTime() async throws {
        let bench = try PasskeyBench()
        let anna = try await bench.bench.account()
        #expect(try await bench.bench.session(anna.token)?.session.passwordAuthenticatedAt == start)
        let owner = try await bench.turnOnFactor(anna, at: start + .seconds(1))
        let kept = try await bench.bench.session(owner.signedIn.token, at: start + .seconds(400))
        #expect(kept?.session.passwordAuthenticatedAt == start)

        let challenge = try await FactorBench(bench.bench).challenge(at: start + .seconds(60))
        let later = start + .seconds(90)
        let signedIn = try #require(try await bench.factorAnswer(challenge, .totp(owner.code(at: later)), at: later).signedIn)
        let stored = try await bench.bench.session(signedIn.token, at: later)
        #expect(stored?.session.passwordAuthenticatedAt == start + .seconds(60))
    }

    @Test("a conditional registration fails if the password is removed before it ends")
    func silentWithoutPassword() async throws {
        let bench = try PasskeyBench()
        let anna = try await bench.bench.account()
        var (first, second) = (bench.passkey(), bench.passkey())
        #expect(try await bench.add(&first, to: anna.active).passkey != nil)
        let creation = try #require(try await bench.begin(anna.active, isSilent: true))
        let response = try second.register(creation.challenge.bytes, user: creation.user.bytes)
        let outcome = try await bench.bench.service.removePassword(of: anna.active, client: PasskeyBench.home, now: start)
        guard case .removed(let signedIn) = outcome else { return #expect(Bool(false)) }
        #expect(try await bench.finish(response, isSilent: true, of: signedIn.active).isChallengeRejected)
    }
}
