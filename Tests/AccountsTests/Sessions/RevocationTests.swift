import Secrets
import Testing

@testable import Accounts

@Suite("Ending sessions")
struct RevocationTests {
    static let start = AccountBench.start

    @Test("signing out ends this session only")
    func signOut() async throws {
        let bench = try AccountBench()
        let (one, two) = (try await bench.account(), try #require(try await bench.signIn().signedIn))
        try await bench.service.signOut(one.active, client: AccountBench.home, now: Self.start)
        #expect(try await bench.session(one.token) == nil)
        #expect(try await bench.session(two.token) != nil)
        #expect(bench.reported.last == .signedOut)
        #expect(try await bench.events(of: two).first == .signedOut)
        // The second call has nothing to end or record.
        try await bench.service.signOut(one.active, client: AccountBench.home, now: Self.start)
        #expect(bench.reported.count { $0 == .signedOut } == 1)
    }

    @Test("a session is ended by its identifier")
    func one() async throws {
        let bench = try AccountBench()
        let (one, two) = (try await bench.account(), try #require(try await bench.signIn().signedIn))
        #expect(
            try await bench.service.revoke(two.active.session.id, by: one.active, client: AccountBench.home, now: Self.start)
                == .ended(1))
        #expect(try await bench.session(two.token) == nil)
        #expect(try await bench.session(one.token) != nil)
        #expect(bench.reported.last == .sessionRevoked)
        #expect(
            try await bench.service.revoke(two.active.session.id, by: one.active, client: AccountBench.home, now: Self.start)
                == .ended(0))
        #expect(bench.reported.count { $0 == .sessionRevoked } == 1)
    }

    @Test("another account's session cannot be ended, and its existence is not disclosed")
    func foreign() async throws {
        let bench = try AccountBench()
        let (anna, mallory) = (try await bench.account("anna.k"), try await bench.account("mallory"))
        #expect(
            try await bench.service.revoke(anna.active.session.id, by: mallory.active, client: AccountBench.home, now: Self.start)
                == .ended(0))
        let unknown = SessionID(random: PredictableRandomBytes(seed: 3))
        #expect(
            try await bench.service.revoke(unknown, by: mallory.active, client: AccountBench.home, now: Self.start) == .ended(0))
        #expect(try await bench.session(anna.token) != nil)
        #expect(!bench.reported.contains(.sessionRevoked))
        #expect(try await bench.service.revokeOthers(by: mallory.active, client: AccountBench.home, now: Self.start) == .ended(0))
        #expect(try await bench.service.revokeAll(of: mallory.active.account.id, client: AccountBench.home, now: Self.start) == 1)
        #expect(try await bench.session(anna.token) != nil)
    }

    @Test("all other sessions are ended and counted, and this one stays")
    func others() async throws {
        let bench = try AccountBench()
        let one = try await bench.account()
        var others: [SignedIn] = []
        for _ in 0..<3 { others.append(try #require(try await bench.signIn().signedIn)) }
        #expect(try await bench.service.revokeOthers(by: one.active, client: AccountBench.home, now: Self.start) == .ended(3))
        for other in others { #expect(try await bench.session(other.token) == nil) }
        #expect(try await bench.session(one.token) != nil)
        #expect(bench.reported.last == .otherSessionsRevoked)
    }

    @Test("ending other sessions requires authentication within ten minutes, exact to the millisecond")
    func recency() async throws {
        let bench = try AccountBench()
        let (one, two) = (try await bench.account(), try #require(try await bench.signIn().signedIn))
        let late = Self.start + .milliseconds(600_001)
        let (service, home, other) = (bench.service, AccountBench.home, two.active.session.id)
        #expect(try await service.revoke(other, by: one.active, client: home, now: late) == .reauthenticationRequired)
        #expect(try await service.revokeOthers(by: one.active, client: home, now: late) == .reauthenticationRequired)
        #expect(try await service.revokeAll(by: one.active, client: home, now: late) == .reauthenticationRequired)
        #expect(try await bench.session(two.token) != nil)
        #expect(
            try await service.revoke(other, by: one.active, client: home, now: Self.start + .milliseconds(600_000)) == .ended(1))
        #expect(try await service.revoke(one.active.session.id, by: one.active, client: home, now: late) == .ended(1))
    }

    @Test("ending other sessions writes and reports no event if there are no others")
    func noOthers() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        for _ in 0..<3 {
            #expect(try await bench.service.revokeOthers(by: anna.active, client: AccountBench.home, now: Self.start) == .ended(0))
        }
        #expect(try await bench.events(of: anna) == [.accountCreated])
        #expect(bench.reported == [.accountCreated])
    }

    @Test("the operator ends the sessions of every account, and an account without sessions gets no event")
    func everyAccount() async throws {
        let bench = try AccountBench()
        let (anna, boris) = (try await bench.account("anna.k"), try await bench.account("boris"))
        let second = try #require(try await bench.signIn().signedIn)
        let carla = try await bench.account("carla")
        try await bench.service.signOut(carla.active, client: AccountBench.home, now: Self.start)
        #expect(try await bench.service.revokeAllOfEveryAccount(client: AccountBench.home, now: Self.start) == 3)
        for ended in [anna, boris, second] {
            #expect(try await bench.session(ended.token) == nil)
            #expect(try await bench.service.knownDevice(ended.deviceToken, now: Self.start) == nil)
        }
        #expect(try await bench.events(of: boris).first == .allSessionsRevoked)
        #expect(try await bench.events(of: carla).first == .signedOut)
        #expect(try await bench.service.revokeAllOfEveryAccount(client: AccountBench.home, now: Self.start) == 0)
    }

    @Test("all sessions are ended, including this one")
    func all() async throws {
        let bench = try AccountBench()
        let (one, two) = (try await bench.account(), try #require(try await bench.signIn().signedIn))
        #expect(try await bench.service.revokeAll(of: one.active.account.id, client: AccountBench.home, now: Self.start) == 2)
        #expect(try await bench.session(one.token) == nil)
        #expect(try await bench.session(two.token) == nil)
        #expect(bench.reported.last == .allSessionsRevoked)
        #expect(try await bench.signIn().signedIn != nil)
    }

    @Test("the list has the active sessions of this account, most recently used first")
    func list() async throws {
        let bench = try AccountBench()
        let one = try await bench.account()
        _ = try await bench.account("boris")
        let two = try #require(try await bench.signIn(at: Self.start + .seconds(10)).signedIn)
        let three = try #require(try await bench.signIn(at: Self.start + .seconds(20)).signedIn)
        _ = try await bench.session(one.token, at: Self.start + .seconds(90))
        let now = Self.start + .seconds(100)
        let ids = try await bench.service.sessions(of: two.active, now: now).map(\.id)
        #expect(ids == [one, three, two].map(\.active.session.id))
        let end = two.active.session.expiry.end
        #expect(try await bench.service.sessions(of: two.active, now: end).map(\.id) == [one, three].map(\.active.session.id))
    }
}
