import PasswordHashing
import Secrets
import Synchronization
import Testing

@testable import Accounts

@Suite("Reauthentication with the password")
struct ReauthenticationTests {
    static let start = AccountBench.start

    @Test("the session gets a new token, and the old one is invalid")
    func renewal() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let now = Self.start + .seconds(3_600)
        let renewed = try #require(try await reauthenticate(bench, anna.active, at: now).signedIn)
        #expect(renewed.active.session.id == anna.active.session.id)
        #expect(renewed.active.session.authenticatedAt == now)
        #expect(renewed.deviceToken == nil)
        #expect(try await bench.session(anna.token, at: now) == nil)
        let found = try #require(try await bench.session(renewed.token, at: now))
        #expect(found.session.authenticatedAt == now)
        #expect(bench.reported.last == .reauthenticated)
        #expect(try await bench.events(of: anna).first == .reauthenticated)
    }

    @Test("the authentication is recent for ten minutes, exact to the millisecond")
    func window() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let shown = Self.start + .seconds(3_600)
        let renewed = try #require(try await reauthenticate(bench, anna.active, at: shown).signedIn)
        let found = try #require(try await bench.session(renewed.token, at: shown))
        #expect(bench.service.isRecentlyAuthenticated(found, now: shown))
        #expect(bench.service.isRecentlyAuthenticated(found, now: shown + .milliseconds(600_000)))
        #expect(!bench.service.isRecentlyAuthenticated(found, now: shown + .milliseconds(600_001)))
        #expect(!bench.service.isRecentlyAuthenticated(anna.active, now: shown))
    }

    @Test("a wrong password is rejected and recorded, and leaves the session unchanged")
    func wrongPassword() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let now = Self.start + .seconds(3_600)
        #expect(try await reauthenticate(bench, anna.active, password: "wrong", at: now).isRejected)
        let found = try #require(try await bench.session(anna.token, at: now))
        #expect(!bench.service.isRecentlyAuthenticated(found, now: now))
        #expect(try await bench.events(of: anna) == [.reauthenticationFailed, .accountCreated])
        #expect(bench.reported.last == .reauthenticationFailed)
    }

    @Test("another account's password is rejected")
    func foreignPassword() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        _ = try await bench.register("boris", password: SignInRaceTests.newPassword)
        #expect(try await reauthenticate(bench, anna.active, password: SignInRaceTests.newPassword).isRejected)
    }

    @Test("ten wrong passwords end the session without a charge to the owner's device; an attacker's failures do not count")
    func budget() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        try await bench.exhaust()
        #expect(try await bench.signIn().wait != nil)
        for _ in 0..<10 { #expect(try await reauthenticate(bench, anna.active, password: "wrong").isRejected) }
        let verified = bench.hasher.verified.count
        #expect(try await bench.session(anna.token) != nil)
        #expect(try await reauthenticate(bench, anna.active).isSessionEnded)
        #expect(bench.hasher.verified.count == verified)
        #expect(try await bench.session(anna.token) == nil)
        #expect(bench.reported.last == .sessionRevoked)
    }

    @Test("the right password is not charged")
    func refund() async throws {
        let bench = try AccountBench()
        var active = try await bench.account().active
        for _ in 0..<30 { active = try #require(try await reauthenticate(bench, active).signedIn).active }
    }

    @Test("a session that is revoked during the password check stays ended")
    func revokedMeanwhile() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let other = try #require(try await bench.signIn().signedIn)
        bench.hasher.duringVerification {
            _ = try? await bench.service.revoke(
                anna.active.session.id, by: other.active, client: AccountBench.home, now: Self.start)
        }
        #expect(try await reauthenticate(bench, anna.active).isSessionEnded)
        #expect(try await bench.session(anna.token) == nil)
        #expect(!bench.reported.contains(.reauthenticated))
    }

    @Test("a session that expires during the password check stays ended")
    func expiredMeanwhile() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        #expect(try await reauthenticate(bench, anna.active, at: anna.active.session.expiry.end).isSessionEnded)
    }

    @Test("the old password, checked while another session changes it, renews nothing")
    func passwordChangedMeanwhile() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let other = try #require(try await bench.signIn().signedIn)
        bench.hasher.duringVerification {
            _ = try? await bench.changePassword(of: other.active, to: SignInRaceTests.newPassword)
        }
        #expect(try await reauthenticate(bench, anna.active).isSessionEnded)
        #expect(try await bench.signIn(password: SignInRaceTests.newPassword).signedIn != nil)
    }

    @Test("an account that is deleted meanwhile is reported as a wrong password or an ended session")
    func deletedMeanwhile() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.hasher.duringVerification {
            _ = try? await bench.service.delete(anna.active.account.id, client: AccountBench.home, now: Self.start)
        }
        #expect(try await reauthenticate(bench, anna.active).isSessionEnded)
        #expect(try await reauthenticate(bench, anna.active).isRejected)
        #expect(bench.hasher.verified.last == bench.hasher.decoy)
    }

    @Test(
        "a busy hasher is reported and not charged",
        arguments: [PasswordHashingError.busy(retryAfter: .seconds(1)), .memoryShortage])
    func busy(failure: PasswordHashingError) async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.hasher.fail(with: failure)
        for _ in 0..<15 { await #expect(throws: failure) { try await reauthenticate(bench, anna.active) } }
        bench.hasher.fail(with: nil)
        #expect(try await reauthenticate(bench, anna.active).signedIn != nil)
    }

    private func reauthenticate(
        _ bench: AccountBench, _ active: ActiveSession, password: String = AccountBench.password, at now: Timestamp = start
    ) async throws -> ReauthenticationOutcome {
        try await bench.service.reauthenticate(active, password: Password(password), client: AccountBench.home, now: now)
    }
}

@Suite("Reauthentication during a password change")
struct RenewalRaceTests {
    @Test("the old password, checked while the same session changes it, renews nothing")
    func reauthenticationDuringPasswordChange() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let owner = Box()
        bench.hasher.duringVerification {
            owner.signedIn = try? await bench.changePassword(
                of: anna.active, to: SignInRaceTests.newPassword
            ).signedIn
        }
        let again = try await bench.service.reauthenticate(
            anna.active, password: Password(AccountBench.password), client: AccountBench.elsewhere, now: AccountBench.start)
        #expect(again.isSessionEnded)
        let token = try #require(owner.signedIn).token
        #expect(try await bench.session(token) != nil)
    }
}

/// Returns a value from a closure.
private final class Box: Sendable {
    private let value = Mutex<SignedIn?>(nil)
    var signedIn: SignedIn? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
