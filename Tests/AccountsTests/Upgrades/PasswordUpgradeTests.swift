import Secrets
import Synchronization
import Testing

@testable import Accounts

@Suite("Upgrading a password")
struct PasswordUpgradeTests {
    private let start = AccountBench.start
    private let strong = "copper-heron 72 meadow"
    private let key = UpgradeKey(random: PredictableRandomBytes(seed: 7))

    private func upgrade(
        _ bench: AccountBench, to new: String, by authority: UpgradeAuthority, key: UpgradeKey? = nil, at now: Timestamp? = nil
    ) async throws -> PasswordUpgradeOutcome {
        try await bench.service.upgradePassword(
            PasswordUpgrade(key: key ?? self.key, authority: authority, new: Password(new), client: AccountBench.home),
            now: now ?? start)
    }

    private func shown(_ password: String = AccountBench.password) -> UpgradeAuthority {
        .password(SignIn(userName: "anna.k", password: Password(password), deviceToken: nil, client: AccountBench.elsewhere))
    }

    @Test("both passwords sign in until the upgrade is confirmed, and then only the new one")
    func confirmed() async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        let end = start + AccountUpgrade.grace
        #expect(try await upgrade(bench, to: strong, by: shown()).committed == .some(.some(end)))
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await bench.signIn(password: strong).signedIn != nil)
        // The user's session stays active.
        #expect(try await bench.session(signedIn.token) != nil)
        for _ in 0..<2 {
            #expect(try await bench.service.confirmUpgrade(key, authority: shown(strong), now: start).isConfirmed)
        }
        #expect(try await bench.signIn().isRejected)
        #expect(try await bench.signIn(password: strong).signedIn != nil)
    }

    @Test("ten minutes later the former password has expired")
    func expired() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        _ = try await upgrade(bench, to: strong, by: shown())
        let end = start + AccountUpgrade.grace
        #expect(try await bench.signIn(at: end - .milliseconds(1)).signedIn != nil)
        #expect(try await bench.signIn(at: end).isRejected)
        #expect(try await bench.signIn(password: strong, at: end).signedIn != nil)
    }

    @Test("a rehash at a sign-in with the former password does not restore it")
    func noRehash() async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        _ = try await upgrade(bench, to: strong, by: shown())
        bench.hasher.raise(memoryKiB: 64)
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await bench.service.confirmUpgrade(key, authority: shown(strong), now: start).isConfirmed)
        #expect(try await bench.signIn().isRejected)
        #expect(try await bench.signIn(password: strong).signedIn != nil)
        #expect(try await bench.events(of: signedIn).contains(.passwordUpgraded))
    }

    @Test("a lost response is repeated for the new password, the former one, and a session")
    func repeated() async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        _ = try await upgrade(bench, to: strong, by: shown())
        let authorities = [shown(), shown(strong), .session(signedIn.active)]
        for authority in authorities {
            #expect(try await upgrade(bench, to: strong, by: authority).committed != nil)
            // Another password with the same key is not the committed one.
            #expect(try await upgrade(bench, to: "another-otter 99 harbour", by: authority).isSuperseded)
        }
        #expect(try await bench.stores.credential(of: signedIn.active.account.id)?.version == 2)
    }

    @Test("a duplicate concurrent request gets the same response, whichever was first")
    func twiceAtOnce() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        let first = Mutex<PasswordUpgradeOutcome?>(nil)
        bench.stores.before(.passwordUpgrade) {
            let outcome = try await upgrade(bench, to: strong, by: shown())
            first.withLock { $0 = outcome }
        }
        #expect(try await upgrade(bench, to: strong, by: shown()).committed != nil)
        #expect(first.withLock { $0 }?.committed != nil)
    }

    @Test("a repeated response describes the password that signs in now, however it was set")
    func changedBack() async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        _ = try await upgrade(bench, to: strong, by: shown())
        let other = try await bench.changePassword(
            of: signedIn.active, from: strong, to: "another-otter 99 harbour")
        let again = try await bench.changePassword(
            of: try #require(other.signedIn).active, from: "another-otter 99 harbour", to: strong)
        let active = try #require(again.signedIn).active
        #expect(try await upgrade(bench, to: strong, by: .session(active)).committed == .some(nil))
        #expect(try await bench.signIn(password: strong).signedIn != nil)
    }

    @Test(
        "a rejected proposal is answered with an accepted one, which is not stored",
        arguments: ["short", "password1234", "anna.k anna.k anna.k", AccountBench.password])
    func offered(_ proposal: String) async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        let outcome = try await upgrade(bench, to: proposal, by: shown())
        guard case .offered(let preferred) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(AccountBench.policy.rejections(of: preferred, for: signedIn.active.account.userName).isEmpty)
        #expect(try await bench.signIn(password: preferred.revealText()).isRejected)
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await upgrade(bench, to: preferred.revealText(), by: shown()).committed != nil)
        #expect(try await bench.signIn(password: preferred.revealText()).signedIn != nil)
    }

    @Test("a wrong password upgrades nothing, and is charged as a sign-in")
    func wrongPassword() async throws {
        var throttles = ThrottlePolicy()
        throttles.failuresPerName = try #require(Budget(burst: 2, refill: 1, per: .seconds(86_400)))
        let bench = try AccountBench(throttles: throttles)
        _ = try await bench.account()
        for _ in 0..<2 { #expect(try await upgrade(bench, to: strong, by: shown("not it at all 11")).isWrong) }
        #expect(try await bench.signIn().wait != nil)
        let outcome = try await upgrade(bench, to: strong, by: shown())
        guard case .denied(.throttled) = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test("a session without authentication for ten minutes upgrades nothing")
    func staleSession() async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        let outcome = try await upgrade(bench, to: strong, by: .session(signedIn.active), at: start + .seconds(601))
        guard case .denied(.reauthenticationRequired) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try await upgrade(bench, to: strong, by: .session(signedIn.active)).committed != nil)
    }

    @Test("with a second factor the password does not suffice, but the session that the factor opens does")
    func secondFactor() async throws {
        let factors = try FactorBench()
        let owner = try await factors.owner()
        let now = start + .seconds(60)
        let outcome = try await upgrade(factors.bench, to: strong, by: shown(), at: now)
        guard case .denied(.factorRequired(let challenge)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let signedIn = try #require(try await factors.answer(challenge, .totp(owner.code(at: now)), at: now).signedIn)
        #expect(try await upgrade(factors.bench, to: strong, by: .session(signedIn.active), at: now).committed != nil)
        #expect(try await factors.bench.signIn(password: strong, at: now).isRejected == false)
        // The new password alone can end the former one, so that a device can confirm that it saved it.
        let former = try await factors.bench.service.confirmUpgrade(key, authority: shown(), now: now)
        #expect(former.isSuperseded)
        #expect(try await factors.bench.service.confirmUpgrade(key, authority: shown(strong), now: now).isConfirmed)
        #expect(try await factors.bench.signIn(at: now).isRejected)
    }

    @Test("a session with a recent password and an old second factor must show the factor")
    func staleFactor() async throws {
        let factors = try FactorBench()
        let owner = try await factors.owner()
        let now = start + .seconds(660)
        let renewed = try #require(
            try await factors.bench.service.reauthenticate(
                owner.signedIn.active, password: Password(AccountBench.password), client: AccountBench.home, now: now
            ).signedIn)
        let outcome = try await upgrade(factors.bench, to: strong, by: .session(renewed.active), at: now)
        guard case .denied(.factorRequired(let challenge)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let stepped = try #require(
            try await factors.service.stepUp(
                renewed.active, answering: challenge.token, by: .totp(owner.code(at: now)), client: AccountBench.home, now: now
            ).signedIn)
        #expect(try await upgrade(factors.bench, to: strong, by: .session(stepped.active), at: now).committed != nil)
    }

    @Test("an account that must set up a second factor cannot upgrade, with the password or with a session")
    func required() async throws {
        var requirement = SecondFactorRequirement()
        requirement.coversEverybody = true
        let bench = try AccountBench(secondFactorRequirement: requirement)
        let signedIn = try await bench.account()
        for authority in [shown(), .session(signedIn.active)] {
            guard case .denied(.enrolmentRequired) = try await upgrade(bench, to: strong, by: authority) else {
                Issue.record("upgraded by \(authority)")
                continue
            }
        }
        #expect(try await upgrade(bench, to: strong, by: shown("wrong")).isWrong)
    }

    @Test("a concurrent password change ends the upgrade")
    func changedMeanwhile() async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        _ = try await upgrade(bench, to: strong, by: shown())
        let changed = try await bench.changePassword(
            of: signedIn.active, from: strong, to: "another-otter 99 harbour")
        #expect(changed.signedIn != nil)
        #expect(try await bench.signIn().isRejected)
        #expect(try await bench.signIn(password: strong).isRejected)
        let fresh = try #require(changed.signedIn).active
        #expect(try await upgrade(bench, to: strong, by: .session(fresh)).isSuperseded)
        #expect(try await bench.service.confirmUpgrade(key, authority: .session(fresh), now: start).isSuperseded)
    }
}
