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

    @Test("both passwords sign in until the upgrade is confirmed, and then the new one alone")
    func confirmed() async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        let end = start + AccountUpgrade.grace
        #expect(try await upgrade(bench, to: strong, by: shown()).committed == .some(.some(end)))
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await bench.signIn(password: strong).signedIn != nil)
        // The session that the person was in lives on.
        #expect(try await bench.session(signedIn.token) != nil)
        for _ in 0..<2 {
            #expect(try await bench.service.confirmUpgrade(key, authority: shown(strong), now: start).isConfirmed)
        }
        #expect(try await bench.signIn().isRefused)
        #expect(try await bench.signIn(password: strong).signedIn != nil)
    }

    @Test("ten minutes later the former password has ended by itself")
    func expired() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        _ = try await upgrade(bench, to: strong, by: shown())
        let end = start + AccountUpgrade.grace
        #expect(try await bench.signIn(at: end - .milliseconds(1)).signedIn != nil)
        #expect(try await bench.signIn(at: end).isRefused)
        #expect(try await bench.signIn(password: strong, at: end).signedIn != nil)
    }

    @Test("a sign-in by the former password does not bring it back, however the parameters of hashing rise")
    func noRehash() async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        _ = try await upgrade(bench, to: strong, by: shown())
        bench.hasher.raise(memoryKiB: 64)
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await bench.service.confirmUpgrade(key, authority: shown(strong), now: start).isConfirmed)
        #expect(try await bench.signIn().isRefused)
        #expect(try await bench.signIn(password: strong).signedIn != nil)
        #expect(try await bench.events(of: signedIn).contains(.passwordUpgraded))
    }

    @Test("an answer that was lost is given again, to the new password, to the former one, and to a session")
    func repeated() async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        _ = try await upgrade(bench, to: strong, by: shown())
        let authorities = [shown(), shown(strong), .session(signedIn.active)]
        for authority in authorities {
            #expect(try await upgrade(bench, to: strong, by: authority).committed != nil)
            // Another password under the same key is not what was committed.
            #expect(try await upgrade(bench, to: "another-otter 99 harbour", by: authority).isSuperseded)
        }
        #expect(try await bench.stores.credential(of: signedIn.active.account.id)?.version == 2)
    }

    @Test("one request that is sent twice at once is answered alike, whichever was first")
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

    @Test("an answer that was lost tells of the password that signs in now, by whatever way it came there")
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
        "a proposal that the service does not want is answered by one that it takes, which is stored nowhere",
        arguments: ["short", "password1234", "anna.k anna.k anna.k", AccountBench.password])
    func offered(_ proposal: String) async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        let outcome = try await upgrade(bench, to: proposal, by: shown())
        guard case .offered(let preferred) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(AccountBench.policy.refusals(of: preferred, for: signedIn.active.account.userName).isEmpty)
        #expect(try await bench.signIn(password: preferred.revealText()).isRefused)
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await upgrade(bench, to: preferred.revealText(), by: shown()).committed != nil)
        #expect(try await bench.signIn(password: preferred.revealText()).signedIn != nil)
    }

    @Test("a wrong password upgrades nothing, and is charged as a sign-in is")
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

    @Test("a session that showed nothing for ten minutes upgrades nothing")
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

    @Test("with a second factor the password is not enough; the session that the factor opens is")
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
        #expect(try await factors.bench.signIn(password: strong, at: now).isRefused == false)
        // To end the former password takes the new one and nothing else, so that a device can say that it keeps it.
        let former = try await factors.bench.service.confirmUpgrade(key, authority: shown(), now: now)
        #expect(former.isSuperseded)
        #expect(try await factors.bench.service.confirmUpgrade(key, authority: shown(strong), now: now).isConfirmed)
        #expect(try await factors.bench.signIn(at: now).isRefused)
    }

    @Test("a session that was shown the password just now, and the second factor eleven minutes ago, is asked for the factor")
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

    @Test("an account that must have a second factor and has none upgrades nothing, by the password or by a session")
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

    @Test("a change of password that comes between ends the upgrade")
    func changedMeanwhile() async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        _ = try await upgrade(bench, to: strong, by: shown())
        let changed = try await bench.changePassword(
            of: signedIn.active, from: strong, to: "another-otter 99 harbour")
        #expect(changed.signedIn != nil)
        #expect(try await bench.signIn().isRefused)
        #expect(try await bench.signIn(password: strong).isRefused)
        let fresh = try #require(changed.signedIn).active
        #expect(try await upgrade(bench, to: strong, by: .session(fresh)).isSuperseded)
        #expect(try await bench.service.confirmUpgrade(key, authority: .session(fresh), now: start).isSuperseded)
    }
}
