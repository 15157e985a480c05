import Secrets
import Testing

@testable import Accounts

@Suite("Session lifetimes")
struct SessionLifetimeTests {
    static let start = AccountBench.start
    static let lifetimes = {
        var lifetimes = SessionLifetimes()
        lifetimes.idle = .seconds(100)
        lifetimes.absolute = .seconds(250)
        lifetimes.useGranularity = .seconds(10)
        return lifetimes
    }()

    @Test("an unused session is valid until the last millisecond of its idle time")
    func idle() async throws {
        let bench = try AccountBench(lifetimes: Self.lifetimes)
        let token = try await bench.account().token
        #expect(try await bench.session(token, at: Self.start + .milliseconds(100_000)) == nil)
        // A lookup after the end does not delete the session, and a lookup before it moves the end.
        #expect(try await bench.session(token, at: Self.start + .milliseconds(99_999)) != nil)
        #expect(try await bench.session(token, at: Self.start + .milliseconds(100_000)) != nil)
        #expect(try await bench.session(token, at: Self.start + .milliseconds(199_999)) == nil)
    }

    @Test("a used session ends at its absolute end")
    func absolute() async throws {
        let bench = try AccountBench(lifetimes: Self.lifetimes)
        let token = try await bench.account().token
        for seconds in stride(from: 50, to: 250, by: 50) {
            #expect(try await bench.session(token, at: Self.start + .seconds(seconds)) != nil)
        }
        #expect(try await bench.session(token, at: Self.start + .milliseconds(249_999)) != nil)
        #expect(try await bench.session(token, at: Self.start + .milliseconds(250_000)) == nil)
    }

    @Test("by default a session lasts 14 days unused and 90 days in total")
    func defaults() async throws {
        let bench = try AccountBench()
        let signedIn = try await bench.account()
        #expect(signedIn.active.session.expiry.idle == Self.start + .seconds(14 * 86_400))
        #expect(signedIn.active.session.expiry.absolute == Self.start + .seconds(90 * 86_400))
        for day in 1...89 { #expect(try await bench.session(signedIn.token, at: Self.start + .seconds(day * 86_400)) != nil) }
        #expect(try await bench.session(signedIn.token, at: Self.start + .seconds(90 * 86_400)) == nil)
    }

    @Test("reauthentication and a password change do not move the absolute end")
    func renewalMovesNothing() async throws {
        let bench = try AccountBench(lifetimes: Self.lifetimes)
        let anna = try await bench.account()
        let late = Self.start + .seconds(90)
        let again = try await bench.service.reauthenticate(
            anna.active, password: Password(AccountBench.password), client: AccountBench.home, now: late)
        let renewed = try #require(again.signedIn)
        #expect(renewed.active.session.expiry == anna.active.session.expiry)
        let changed = try await bench.changePassword(
            of: renewed.active, to: SignInRaceTests.newPassword, at: late)
        let token = try #require(changed.signedIn).token
        #expect(try await bench.session(token, at: Self.start + .milliseconds(99_999)) != nil)
        #expect(try await bench.session(token, at: Self.start + .seconds(190)) != nil)
        #expect(try await bench.session(token, at: Self.start + .seconds(250)) == nil)
    }

    @Test("a use is stored once in the interval, and at once from another address")
    func granularity() async throws {
        let bench = try AccountBench(lifetimes: Self.lifetimes)
        let token = try await bench.account().token
        bench.stores.forget()
        for milliseconds in [0, 1, 5_000, 9_999] {
            #expect(try await bench.session(token, at: Self.start + .milliseconds(milliseconds)) != nil)
        }
        #expect(bench.stores.operations.allSatisfy { $0 == .session })
        #expect(try await bench.session(token, at: Self.start + .milliseconds(10_000)) != nil)
        #expect(bench.stores.operations.count { $0 == .recordUse } == 1)
        #expect(try await bench.session(token, at: Self.start + .milliseconds(19_999)) != nil)
        #expect(bench.stores.operations.count { $0 == .recordUse } == 1)
        #expect(try await bench.session(token, from: AccountBench.elsewhere, at: Self.start + .milliseconds(19_999)) != nil)
        #expect(bench.stores.operations.count { $0 == .recordUse } == 2)
        #expect(try await bench.session(token, from: AccountBench.elsewhere, at: Self.start + .milliseconds(20_000)) != nil)
        #expect(bench.stores.operations.count { $0 == .recordUse } == 2)
    }

    @Test("the default interval is a minute")
    func minute() async throws {
        let bench = try AccountBench()
        let token = try await bench.account().token
        bench.stores.forget()
        #expect(try await bench.session(token, at: Self.start + .milliseconds(59_999)) != nil)
        #expect(!bench.stores.operations.contains(.recordUse))
        #expect(try await bench.session(token, at: Self.start + .milliseconds(60_000)) != nil)
        #expect(bench.stores.operations.contains(.recordUse))
    }

    @Test("the session that a lookup returns is the stored one")
    func returned() async throws {
        let bench = try AccountBench(lifetimes: Self.lifetimes)
        let token = try await bench.account().token
        let now = Self.start + .seconds(60)
        let active = try #require(try await bench.session(token, from: AccountBench.elsewhere, at: now))
        #expect(active.session.lastUsedAt == now)
        #expect(active.session.lastAddress == AccountBench.elsewhere.address)
        #expect(active.session.expiry.end == Self.start + .seconds(160))
        #expect(active.session.client == AccountBench.home)
        #expect(try await bench.service.sessions(of: active, now: now) == [active.session])
    }

    @Test("an unknown token opens nothing")
    func unknownToken() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        let random = PredictableRandomBytes(seed: 50)
        for _ in 0..<20 { #expect(try await bench.session(OpaqueToken(random: random)) == nil) }
    }

    @Test("a session ends when it was not used for too long, or at its absolute expiry")
    func expiry() {
        #expect(
            SessionExpiry(idle: Timestamp(milliseconds: 10), absolute: Timestamp(milliseconds: 20)).end
                == Timestamp(milliseconds: 10))
        #expect(
            SessionExpiry(idle: Timestamp(milliseconds: 30), absolute: Timestamp(milliseconds: 20)).end
                == Timestamp(milliseconds: 20))
    }
}
