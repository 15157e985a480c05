import PasswordHashing
import Secrets
import Testing

@testable import Accounts

@Suite("Changing the password")
struct PasswordChangeTests {
    static let start = AccountBench.start
    static let old = AccountBench.password
    static let new = SignInRaceTests.newPassword

    @Test("the new password signs in, the old one does not")
    func changed() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let now = Self.start + .seconds(3_600)
        let changed = try #require(try await change(bench, anna, at: now).signedIn)
        #expect(try await bench.signIn(password: Self.old, at: now).isRejected)
        #expect(try await bench.signIn(password: Self.new, at: now).signedIn != nil)
        #expect(changed.active.account.passwordChangedAt == now)
        #expect(try await bench.stores.account(anna.active.account.id) == changed.active.account)
        #expect(bench.reported == [.accountCreated, .passwordChanged, .signInFailed, .signedIn])
        #expect(try await bench.events(of: changed).contains(.passwordChanged))
    }

    @Test("this session gets a new token, and all others end")
    func sessions() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let others = [try #require(try await bench.signIn().signedIn), try #require(try await bench.signIn().signedIn)]
        let changed = try #require(try await change(bench, anna).signedIn)
        #expect(changed.active.session.id == anna.active.session.id)
        #expect(changed.deviceToken == nil)
        for ended in [anna] + others { #expect(try await bench.session(ended.token) == nil) }
        for ended in others { #expect(try await bench.service.isEndedByPasswordChange(ended.token, now: Self.start)) }
        #expect(try await !bench.service.isEndedByPasswordChange(anna.token, now: Self.start), "this session continues")
        let found = try #require(try await bench.session(changed.token))
        #expect(found.session.id == anna.active.session.id)
        #expect(try await bench.service.sessions(of: found, now: Self.start).map(\.id) == [found.session.id])
    }

    @Test("the devices of the other sessions become unknown, and this session's device stays known")
    func devices() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let other = try #require(try await bench.signIn().signedIn)
        #expect(try await change(bench, anna).signedIn != nil)
        bench.stores.forget()
        #expect(try await bench.signIn(password: "wrong", device: other.deviceToken).isRejected)
        #expect(try await bench.signIn(password: "wrong", device: anna.deviceToken).isRejected)
        #expect(bench.stores.charges.map(\.count) == [6, 3])
    }

    @Test("a wrong current password changes nothing and is recorded")
    func wrongCurrentPassword() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let outcome = try await bench.changePassword(of: anna.active, from: "wrong", to: Self.new)
        #expect(outcome.isWrongCurrentPassword)
        #expect(bench.reported == [.accountCreated, .reauthenticationFailed])
        #expect(try await bench.session(anna.token) != nil)
        #expect(try await bench.signIn(password: Self.old).signedIn != nil)
    }

    @Test("ten wrong current passwords end the session, independent of an attacker's failures")
    func budget() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        try await bench.exhaust()
        for _ in 0..<10 {
            let outcome = try await bench.changePassword(of: anna.active, from: "wrong", to: Self.new)
            #expect(outcome.isWrongCurrentPassword)
        }
        let verified = bench.hasher.verified.count
        #expect(try await change(bench, anna).isSuperseded)
        #expect(bench.hasher.verified.count == verified)
        #expect(try await bench.session(anna.token) == nil)
    }

    @Test("a recent sign-in does not replace the current password")
    func recentSignIn() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        #expect(bench.service.isRecentlyAuthenticated(anna.active, now: Self.start))
        #expect(try await bench.changePassword(of: anna.active, from: "", to: Self.new).isWrongCurrentPassword)
        #expect(try await bench.signIn(password: Self.old).signedIn != nil)
    }

    @Test("a change counts as authentication with the password")
    func authenticatedAt() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let now = Self.start + .seconds(600)
        let changed = try #require(try await change(bench, anna, at: now).signedIn)
        #expect(changed.active.session.authenticatedAt == now)
        #expect(try await bench.session(changed.token, at: now)?.session.authenticatedAt == now)
    }

    @Test("the new password must satisfy the policy and differ from the current one")
    func policy() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        #expect(try await bench.changePassword(of: anna.active, to: "short").rejections == [.tooShort(minimum: 12)])
        #expect(
            try await bench.changePassword(of: anna.active, to: "otter-ANNA.K-42#Zq").rejections == [.containsUserName])
        #expect(try await bench.changePassword(of: anna.active, to: Self.old).rejections == [.unchanged])
        #expect(try await bench.session(anna.token) != nil)
        #expect(bench.reported == [.accountCreated])
        #expect(bench.hasher.hashed == 1)
    }

    @Test("a caller without the current password does not learn whether a password is the current one")
    func unchangedIsNoOracle() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let outcome = try await bench.changePassword(of: anna.active, from: "short", to: "short")
        #expect(outcome.isWrongCurrentPassword)
    }

    @Test("of two concurrent changes from two sessions, one succeeds")
    func race() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let other = try #require(try await bench.signIn().signedIn)
        bench.stores.before(.replacePassword) {
            let won = try await bench.changePassword(of: other.active, to: Self.new)
            #expect(won.signedIn != nil)
        }
        let lost = try await bench.changePassword(
            of: anna.active, to: "third-velvet 88 kettle")
        #expect(lost.isSuperseded)
        #expect(try await bench.signIn(password: Self.new).signedIn != nil)
        #expect(bench.reported.count { $0 == .passwordChanged } == 1)
    }

    @Test("of two concurrent changes in one session, one succeeds")
    func raceInOneSession() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.stores.before(.replacePassword) {
            let won = try await bench.changePassword(of: anna.active, to: Self.new)
            #expect(won.signedIn != nil)
        }
        #expect(try await bench.changePassword(of: anna.active, to: "third-velvet 88 kettle").isSuperseded)
        #expect(try await bench.signIn(password: Self.new).signedIn != nil)
    }

    @Test("a session that is revoked while the new password is hashed changes nothing")
    func revokedMeanwhile() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let other = try #require(try await bench.signIn().signedIn)
        bench.stores.before(.replacePassword) {
            let count = try await bench.service.revokeOthers(by: other.active, client: AccountBench.home, now: Self.start)
            #expect(count == .ended(1))
        }
        #expect(try await change(bench, anna).isSuperseded)
        #expect(try await bench.signIn(password: Self.old).signedIn != nil)
    }

    @Test("an expired session changes nothing")
    func expired() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        #expect(try await change(bench, anna, at: anna.active.session.expiry.end).isSuperseded)
    }

    @Test("an account that is deleted during the change stays deleted")
    func deleted() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.stores.before(.replacePassword) {
            try await bench.service.delete(anna.active.account.id, client: AccountBench.home, now: Self.start)
        }
        #expect(try await change(bench, anna).isSuperseded)
        #expect(try await bench.changePassword(of: anna.active, to: Self.new).isWrongCurrentPassword)
        #expect(try await bench.stores.countAccounts() == 0)
    }

    @Test("a hasher that is too busy for the new password changes nothing")
    func busy() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.hasher.failHashing(with: .busy(retryAfter: .seconds(1)))
        await #expect(throws: PasswordHashingError.busy(retryAfter: .seconds(1))) { try await change(bench, anna) }
        #expect(try await bench.session(anna.token) != nil)
        #expect(try await bench.signIn(password: Self.old).signedIn != nil)
    }

    @Test("a client that cannot store a new token keeps its presented one, and all other sessions end")
    func keptToken() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let other = try #require(try await bench.signIn().signedIn)
        let change = PasswordChange(
            new: Password(Self.new), current: Password(Self.old), client: AccountBench.home, keepingPresentedToken: anna.token)
        let changed = try #require(try await bench.service.changePassword(change, of: anna.active, now: Self.start).signedIn)
        #expect(changed.token.digest == anna.token.digest)
        #expect(try await bench.session(anna.token)?.session.id == anna.active.session.id)
        #expect(try await bench.session(other.token) == nil)
    }

    private func change(_ bench: AccountBench, _ signedIn: SignedIn, at now: Timestamp = start) async throws
        -> PasswordChangeOutcome
    {
        try await bench.changePassword(of: signedIn.active, to: Self.new, at: now)
    }
}
