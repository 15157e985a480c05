import Crypto
import Secrets
import Testing

@testable import Accounts

@Suite("The former password after an upgrade")
struct FormerPasswordTests {
    private let start = AccountBench.start
    private let strong = "copper-heron 72 meadow"
    private let other = "another-otter 99 harbour"
    private let key = UpgradeKey(random: PredictableRandomBytes(seed: 7))
    private let otherKey = UpgradeKey(random: PredictableRandomBytes(seed: 8))

    private func shown(_ password: String = AccountBench.password) -> UpgradeAuthority {
        .password(SignIn(userName: "anna.k", password: Password(password), deviceToken: nil, client: AccountBench.elsewhere))
    }

    private func upgrade(
        _ bench: AccountBench, to new: String, by authority: UpgradeAuthority, key: UpgradeKey, at now: Timestamp? = nil
    ) async throws -> PasswordUpgradeOutcome {
        try await bench.service.upgradePassword(
            PasswordUpgrade(key: key, authority: authority, new: Password(new), client: AccountBench.home), now: now ?? start)
    }

    /// Returns an account whose password was just upgraded and not confirmed.
    private func upgraded(_ bench: AccountBench) async throws -> SignedIn {
        let signedIn = try await bench.account()
        try #require(try await upgrade(bench, to: strong, by: shown(), key: key).committed != nil)
        return signedIn
    }

    @Test("a session that it opens cannot upgrade, convert, change, remove, rename or delete")
    func session() async throws {
        let apple = try AppleBench()
        let bench = apple.bench
        _ = try await upgraded(bench)
        let former = try #require(try await bench.signIn().signedIn)
        let active = try #require(try await bench.session(former.token))
        #expect(active.session.isByFormerPassword && former.active.session.isByFormerPassword)
        #expect(try await upgrade(bench, to: other, by: .session(active), key: otherKey).isSuperseded)
        let conversion = AppleUpgrade(key: otherKey, authority: .session(active), client: AppleBench.home)
        #expect(try await apple.service.admitUpgrade(conversion, now: start).isSuperseded)
        #expect(
            try await bench.changePassword(of: active, to: other).isWrongCurrentPassword)
        guard
            case .reauthenticationRequired = try await bench.service.removePassword(of: active, client: AppleBench.home, now: start)
        else {
            Issue.record("removed")
            return
        }
        #expect(bench.service.missingProof(of: active, now: start) == .firstFactor)
        // Only the new password can confirm.
        #expect(try await bench.service.confirmUpgrade(key, authority: .session(active), now: start).isSuperseded)
        #expect(try await bench.signIn(password: strong).signedIn != nil)

        // The same with the new password.
        let present = try #require(try await bench.signIn(password: strong).signedIn)
        #expect(bench.service.missingProof(of: present.active, now: start) == nil)
        #expect(try await bench.changePassword(of: present.active, from: strong, to: other).signedIn != nil)
    }

    @Test("it does not authenticate a change in a session, and the new password does")
    func proof() async throws {
        let bench = try AccountBench()
        let signedIn = try await upgraded(bench)
        let former = try #require(try await bench.signIn().signedIn)
        for active in [signedIn.active, former.active] {
            #expect(try await bench.changePassword(of: active, to: other).isWrongCurrentPassword)
            let outcome = try await bench.service.reauthenticate(
                active, password: Password(AccountBench.password), client: AccountBench.home, now: start)
            #expect(outcome.isRejected)
        }
        let renewed = try #require(
            try await bench.service.reauthenticate(
                former.active, password: Password(strong), client: AccountBench.home, now: start
            ).signedIn)
        #expect(!renewed.active.session.isByFormerPassword)
        #expect(bench.service.missingProof(of: renewed.active, now: start) == nil)
    }

    @Test("its session cannot end other sessions or forget devices, but can end itself")
    func otherSessions() async throws {
        let bench = try AccountBench()
        let owner = try await upgraded(bench)
        let former = try #require(try await bench.signIn().signedIn)
        let (service, home) = (bench.service, AccountBench.home)
        let other = owner.active.session.id
        #expect(try await service.revoke(other, by: former.active, client: home, now: start) == .reauthenticationRequired)
        #expect(try await service.revokeOthers(by: former.active, client: home, now: start) == .reauthenticationRequired)
        #expect(try await service.revokeAll(by: former.active, client: home, now: start) == .reauthenticationRequired)
        #expect(try await bench.session(owner.token) != nil)
        #expect(!former.active.hasCurrentCredential)
        let renewed = try #require(
            try await service.reauthenticate(former.active, password: Password(strong), client: home, now: start).signedIn)
        #expect(renewed.active.hasCurrentCredential)
        #expect(try await service.revoke(other, by: renewed.active, client: home, now: start) == .ended(1))

        let second = try #require(try await bench.signIn().signedIn)
        #expect(try await service.revoke(second.active.session.id, by: second.active, client: home, now: start) == .ended(1))
    }

    @Test("the confirmation ends the sessions that it opened, and no session that the new password renewed")
    func confirmation() async throws {
        let bench = try AccountBench()
        let owner = try await upgraded(bench)
        let former = try #require(try await bench.signIn().signedIn)
        let second = try #require(try await bench.signIn().signedIn)
        let renewed = try #require(
            try await bench.service.reauthenticate(
                second.active, password: Password(strong), client: AccountBench.home, now: start
            ).signedIn)
        #expect(try await bench.session(former.token) != nil)
        #expect(try await bench.service.confirmUpgrade(key, authority: shown(strong), now: start).isConfirmed)
        #expect(try await bench.session(former.token) == nil)
        #expect(try await bench.service.knownDevice(former.deviceToken, now: start) == nil)
        #expect(try await bench.session(owner.token) != nil)
        #expect(try await bench.session(renewed.token) != nil)
    }

    @Test("with a second factor, the session opened with either password is the same, and an ended password opens none")
    func secondFactor() async throws {
        let factors = try FactorBench()
        let bench = factors.bench
        let owner = try await factors.owner()
        #expect(try await upgrade(bench, to: strong, by: .session(owner.signedIn.active), key: key).committed != nil)
        let (now, later) = (start + .seconds(60), start + .seconds(120))
        let challenge = try await factors.challenge(at: now)
        let former = try #require(try await factors.answer(challenge, .totp(owner.code(at: now)), at: now).signedIn)
        #expect(former.active.session.isByFormerPassword)
        let active = try #require(try await bench.session(former.token, at: now))
        #expect(bench.service.missingProof(of: active, now: now) == .firstFactor)
        #expect(try await upgrade(bench, to: other, by: .session(active), key: otherKey, at: now).isSuperseded)
        // The response to the completed upgrade can be repeated after it was lost.
        #expect(try await upgrade(bench, to: strong, by: .session(active), key: key, at: now).committed != nil)

        let waiting = [
            try await factors.challenge(at: later),
            try #require(try await upgrade(bench, to: other, by: shown(), key: otherKey, at: later).factor),
        ]
        #expect(try await bench.service.confirmUpgrade(key, authority: shown(strong), now: later).isConfirmed)
        for challenge in waiting {
            #expect(try await factors.answer(challenge, .totp(owner.code(at: later)), at: later).isChallengeRejected)
        }
    }

    @Test("a session opened with it learns of the upgrade for ten minutes, and then must authenticate")
    func later() async throws {
        let bench = try AccountBench()
        _ = try await upgraded(bench)
        let former = try #require(try await bench.signIn().signedIn)
        let (last, end) = (start + .seconds(600), start + .seconds(601))
        #expect(try await upgrade(bench, to: strong, by: .session(former.active), key: key, at: last).committed == .some(nil))
        #expect(try await upgrade(bench, to: strong, by: .session(former.active), key: key, at: end).asksForProof)
    }
}
