import EmulatedAuthenticator
import Secrets
import TestKit
import Testing
import WebAuthn

@testable import Accounts

@Suite("Upgrading from a password to a passkey")
struct PasskeyUpgradeTests {
    private let start = PasskeyBench.start

    private func bench(isBackedUp: Bool = true) async throws -> (PasskeyBench, SignedIn, EmulatedPasskey) {
        let bench = try PasskeyBench()
        let anna = try await bench.bench.account()
        var passkey = bench.passkey()
        passkey.isBackedUp = isBackedUp
        #expect(try await bench.add(&passkey, to: anna.active, replacesPassword: true).passkey?.replacedPassword == 1)
        return (bench, anna, passkey)
    }

    private func hasPassword(_ bench: PasskeyBench, _ anna: SignedIn) async throws -> Bool {
        try await bench.bench.stores.credential(of: anna.active.account.id) != nil
    }

    @Test("the first sign-in with the passkey removes the password and ends all other sessions")
    func signIn() async throws {
        let (bench, anna, passkey) = try await bench()
        #expect(try await bench.bench.signIn().signedIn != nil)
        let signedIn = try #require(try await bench.signIn(passkey).signedIn)
        #expect(!signedIn.active.account.hasPassword)
        #expect(try await !hasPassword(bench, anna))
        #expect(try await bench.bench.signIn().isRejected)
        let sessions = try await bench.bench.stores.sessions(of: anna.active.account.id, now: start)
        #expect(sessions.map(\.id) == [signedIn.active.session.id])
        #expect(try await bench.bench.events(of: anna).count { $0 == .passwordRemoved } == 1)
        #expect(bench.bench.reported.count { $0 == .passwordRemoved } == 1)
        #expect(try await bench.signIn(passkey).signedIn != nil)
        #expect(bench.bench.reported.count { $0 == .passwordRemoved } == 1)
    }

    @Test("the first reauthentication with the passkey removes the password and keeps the session")
    func reauthentication() async throws {
        let (bench, anna, passkey) = try await bench()
        #expect(try await bench.bench.signIn().signedIn != nil)
        let renewed = try #require(try await bench.reauthenticate(anna.active, with: passkey).signedIn)
        #expect(!renewed.active.account.hasPassword)
        #expect(try await !hasPassword(bench, anna))
        let sessions = try await bench.bench.stores.sessions(of: anna.active.account.id, now: start)
        #expect(sessions.map(\.id) == [anna.active.session.id])
    }

    @Test("a passkey that is not backed up removes the password only if another credential can sign in")
    func notBackedUp() async throws {
        let (alone, anna, passkey) = try await bench(isBackedUp: false)
        #expect(try await alone.signIn(passkey).signedIn?.active.account.hasPassword == true)
        #expect(try await hasPassword(alone, anna))

        let (bench, berta, first) = try await bench(isBackedUp: false)
        var second = bench.passkey()
        #expect(try await bench.add(&second, to: berta.active).passkey != nil)
        #expect(try await bench.signIn(first).signedIn?.active.account.hasPassword == false)
        #expect(try await !hasPassword(bench, berta))
    }

    @Test("a sign-in with the passkey and a second factor removes the password when the factor completes it")
    func signInWithSecondFactor() async throws {
        let bench = try PasskeyBench { $0.requiresUserVerification = false }
        let anna = try await bench.bench.account()
        var passkey = bench.passkey()
        #expect(try await bench.add(&passkey, to: anna.active, replacesPassword: true).passkey != nil)
        let owner = try await bench.turnOnFactor(anna)
        passkey.isUserVerified = false
        let challenge = try #require(try await bench.signIn(passkey).challenge)
        #expect(try await hasPassword(bench, anna))
        let later = start + .seconds(60)
        let signedIn = try #require(try await bench.factorAnswer(challenge, .totp(owner.code(at: later)), at: later).signedIn)
        #expect(!signedIn.active.account.hasPassword)
        #expect(try await !hasPassword(bench, anna))
        let sessions = try await bench.bench.stores.sessions(of: anna.active.account.id, now: later)
        #expect(sessions.map(\.id) == [signedIn.active.session.id])
        #expect(try await bench.bench.events(of: anna).count { $0 == .passwordRemoved } == 1)
        #expect(bench.bench.reported.count { $0 == .passwordRemoved } == 1)
    }

    @Test("a passkey does not remove a password that was changed after its registration")
    func changedPassword() async throws {
        let (bench, anna, passkey) = try await bench()
        _ = try await bench.bench.changePassword(of: anna.active, to: "copper-heron 72 meadow")
        #expect(try await bench.signIn(passkey).signedIn?.active.account.hasPassword == true)
        #expect(try await hasPassword(bench, anna))
    }

    @Test("a session that has not learned of an upgraded password does not replace it")
    func upgradedMeanwhile() async throws {
        let bench = try PasskeyBench()
        let anna = try await bench.bench.account()
        let other = try #require(try await bench.bench.signIn().signedIn)
        let upgrade = PasswordUpgrade(
            key: UpgradeKey(random: PredictableRandomBytes(seed: 61)), authority: .session(anna.active),
            new: Password("copper-heron 72 meadow"), client: PasskeyBench.home)
        guard case .committed = try await bench.bench.service.upgradePassword(upgrade, now: start) else {
            return #expect(Bool(false))
        }
        // The grace of the former password has ended.
        let later = start + AccountUpgrade.grace
        var (stale, knowing) = (bench.passkey(), bench.passkey())
        #expect(try await bench.add(&stale, to: other.active, replacesPassword: true, at: later).passkey != nil)
        #expect(try await bench.signIn(stale, at: later).signedIn?.active.account.hasPassword == true)
        #expect(try await bench.add(&knowing, to: anna.active, replacesPassword: true, at: later).passkey != nil)
        #expect(try await bench.signIn(knowing, at: later).signedIn?.active.account.hasPassword == false)
    }

    @Test("a passkey that was added without an upgrade keeps the password")
    func withoutUpgrade() async throws {
        let bench = try PasskeyBench()
        let anna = try await bench.bench.account()
        var passkey = bench.passkey()
        #expect(try await bench.add(&passkey, to: anna.active).passkey != nil)
        #expect(try await bench.signIn(passkey).signedIn != nil)
        #expect(try await hasPassword(bench, anna))
    }
}
