import Secrets
import Testing

@testable import Accounts

@Suite("Two devices upgrade one password")
struct TwoDeviceUpgradeTests {
    private let start = AccountBench.start
    private let strong = "copper-heron 72 meadow"
    private let other = "another-otter 99 harbour"
    private let key = UpgradeKey(random: PredictableRandomBytes(seed: 7))
    private let otherKey = UpgradeKey(random: PredictableRandomBytes(seed: 8))

    private func upgrade(
        _ bench: AccountBench, to new: String, by authority: UpgradeAuthority, key: UpgradeKey, at now: Timestamp? = nil
    ) async throws -> PasswordUpgradeOutcome {
        try await bench.service.upgradePassword(
            PasswordUpgrade(key: key, authority: authority, new: Password(new), client: AccountBench.home), now: now ?? start)
    }

    private func shown(_ password: String = AccountBench.password) -> UpgradeAuthority {
        .password(SignIn(userName: "anna.k", password: Password(password), deviceToken: nil, client: AccountBench.elsewhere))
    }

    private func renewed(_ bench: AccountBench, _ signedIn: SignedIn, by password: String, at now: Timestamp) async throws
        -> ActiveSession
    {
        let outcome = try await bench.service.reauthenticate(
            signedIn.active, password: Password(password), client: AccountBench.home, now: now)
        return try #require(outcome.signedIn).active
    }

    @Test("with passwords: the second device learns of the upgrade, and both passwords that it may have are known")
    func byPassword() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        #expect(try await upgrade(bench, to: strong, by: shown(), key: key).committed != nil)
        #expect(try await upgrade(bench, to: other, by: shown(), key: otherKey).isSuperseded)
        #expect(try await bench.signIn(password: strong).signedIn != nil)
        #expect(try await bench.service.confirmUpgrade(key, authority: shown(), now: start).isSuperseded)
    }

    @Test(
        "with sessions: the second device learns of the upgrade before and after the confirmation, and the first one's password signs in"
    )
    func bySession() async throws {
        let bench = try AccountBench()
        let (one, two) = (try await bench.account(), try #require(try await bench.signIn().signedIn))
        #expect(try await upgrade(bench, to: strong, by: .session(one.active), key: key).committed != nil)
        #expect(try await upgrade(bench, to: other, by: .session(two.active), key: otherKey).isSuperseded)
        #expect(try await bench.service.confirmUpgrade(key, authority: shown(strong), now: start).isConfirmed)
        #expect(try await upgrade(bench, to: other, by: .session(two.active), key: otherKey).isSuperseded)
        #expect(try await bench.signIn(password: strong).signedIn != nil)
        #expect(try await bench.signIn(password: other).isRejected)
    }

    @Test("with a second factor: a conflict reports the upgrade also in the session that it opened on the second device")
    func byFactor() async throws {
        let factors = try FactorBench()
        let owner = try await factors.owner()
        var sessions: [ActiveSession] = []
        for minute in 1...2 {
            let now = start + .seconds(60 * minute)
            let challenge = try #require(try await upgrade(factors.bench, to: strong, by: shown(), key: key, at: now).factor)
            sessions.append(
                try #require(try await factors.answer(challenge, .totp(owner.code(at: now)), at: now).signedIn).active)
        }
        let now = start + .seconds(180)
        #expect(try await upgrade(factors.bench, to: strong, by: .session(sessions[1]), key: key, at: now).committed != nil)
        #expect(try await upgrade(factors.bench, to: other, by: .session(sessions[0]), key: otherKey, at: now).isSuperseded)
        #expect(try await factors.bench.service.confirmUpgrade(key, authority: shown(strong), now: now).isConfirmed)
        #expect(try await upgrade(factors.bench, to: other, by: .session(sessions[0]), key: otherKey, at: now).isSuperseded)
        #expect(try await !factors.bench.signIn(password: strong, at: now).isRejected)
    }

    @Test("after the confirmation, the new password or a recently authenticated session may upgrade again")
    func later() async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        #expect(try await upgrade(bench, to: strong, by: shown(), key: key).committed != nil)
        // The device that made the upgrade may not have saved the password yet.
        #expect(try await upgrade(bench, to: other, by: shown(strong), key: otherKey).isSuperseded)
        let later = start + .seconds(1)
        let session = try await renewed(bench, signedIn, by: strong, at: later)
        #expect(try await upgrade(bench, to: other, by: .session(session), key: otherKey, at: later).isSuperseded)
        #expect(try await bench.service.confirmUpgrade(key, authority: shown(strong), now: later).isConfirmed)
        #expect(try await upgrade(bench, to: other, by: .session(session), key: otherKey, at: later).committed != nil)
        #expect(try await bench.signIn(at: later).isRejected)
        #expect(try await bench.signIn(password: strong, at: later).signedIn != nil)
        #expect(try await bench.signIn(password: other, at: later).signedIn != nil)
    }

    @Test("the session that made an upgrade knows of it, and may continue after the confirmation")
    func sameSession() async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        let session = UpgradeAuthority.session(signedIn.active)
        #expect(try await upgrade(bench, to: strong, by: session, key: key).committed != nil)
        #expect(try await upgrade(bench, to: other, by: session, key: otherKey).isSuperseded)
        #expect(try await bench.service.confirmUpgrade(key, authority: shown(strong), now: start).isConfirmed)
        #expect(try await upgrade(bench, to: other, by: session, key: otherKey).committed != nil)
    }

    @Test("a conversion learns of an upgrade as another upgrade does, before a request to Apple")
    func conversion() async throws {
        let apple = try AppleBench()
        let bench = apple.bench
        let (one, two) = (try await bench.account(), try #require(try await bench.signIn().signedIn))
        #expect(try await upgrade(bench, to: strong, by: .session(one.active), key: key).committed != nil)
        let request = AppleUpgrade(key: otherKey, authority: .session(two.active), client: AppleBench.home)
        #expect(try await apple.service.admitUpgrade(request, now: start).isSuperseded)
        #expect(try await bench.service.confirmUpgrade(key, authority: shown(strong), now: start).isConfirmed)
        #expect(try await apple.service.admitUpgrade(request, now: start).isSuperseded)
        let later = start + .seconds(1)
        let session = try await renewed(bench, two, by: strong, at: later)
        let again = AppleUpgrade(key: otherKey, authority: .session(session), client: AppleBench.home)
        #expect(try await apple.service.admitUpgrade(again, now: later).admitted != nil)
    }

    @Test("a factor that is turned on during the password check is still required", arguments: [true, false])
    func factorMeanwhile(isConversion: Bool) async throws {
        let apple = try AppleBench()
        let factors = try FactorBench(apple.bench)
        let bench = factors.bench
        let signedIn = try await bench.account()
        if isConversion {
            let request = AppleUpgrade(key: key, authority: shown(), client: AppleBench.home)
            let first = try #require(try await apple.service.admitUpgrade(request, now: start).admitted)
            guard case .begun(let challenge) = try await apple.service.beginUpgrade(first, now: start) else {
                Issue.record("not begun")
                return
            }
            bench.stores.before(.convert) { _ = try await factors.turnOn(signedIn) }
            let outcome = try await apple.service.finishUpgrade(
                first, by: try AppleBench.assertion(), grant: .none, nonce: challenge.nonce, now: start)
            guard case .factorRequired = outcome else {
                Issue.record("\(outcome)")
                return
            }
        } else {
            bench.stores.before(.commitUpgrade) { _ = try await factors.turnOn(signedIn) }
            #expect(try await upgrade(bench, to: strong, by: shown(), key: key).factor != nil)
        }
        #expect(try await bench.stores.credential(of: signedIn.active.account.id)?.version == 1)
    }
}
