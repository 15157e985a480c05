import Foundation
@testable import LocalAccess
import Secrets
import Synchronization
import Testing

@Suite("Access to a server on loopback")
struct LocalAccessTests {
    private let clock = ManualClock()

    private func access(seed: UInt64 = 1) -> LocalAccess {
        LocalAccess(port: 8_082, bearer: Self.bearer, random: PredictableRandomBytes(seed: seed)) { [clock] in clock.now }
    }

    private static let bearer = OpaqueToken(random: PredictableRandomBytes(seed: 99))
    private static let stranger = OpaqueToken(random: PredictableRandomBytes(seed: 98))

    @Test("a one-time token is exchanged for a session, which is admitted from then on")
    func exchange() throws {
        let access = access()
        let session = try #require(access.exchange(access.newToken()))
        #expect(access.admits(session: session))
        clock.advance(by: 10 * LocalAccess.tokenLifetime)
        #expect(access.admits(session: session))
    }

    @Test("a one-time token is exchanged once")
    func once() {
        let access = access()
        let token = access.newToken()
        #expect(access.exchange(token) != nil)
        #expect(access.exchange(token) == nil)
    }

    @Test("of 64 tasks that exchange one token at the same time, one receives a session")
    func race() async {
        let access = access()
        let token = access.newToken()
        let sessions = await withTaskGroup(of: Bool.self) { tasks in
            for _ in 0..<64 { tasks.addTask { access.exchange(token) != nil } }
            return await tasks.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(sessions == 1)
    }

    @Test("a one-time token expires after ten minutes")
    func expiry() {
        let access = access()
        let (early, late) = (access.newToken(), access.newToken())
        clock.advance(by: 599)
        #expect(access.exchange(early) != nil)
        clock.advance(by: 1)
        #expect(access.exchange(late) == nil)
    }

    @Test("a token, a session and a bearer are not accepted in place of one another")
    func kinds() throws {
        let access = access()
        let token = access.newToken()
        #expect(!access.admits(session: token) && !access.admits(bearer: token))
        let session = try #require(access.exchange(token))
        #expect(access.exchange(session) == nil && !access.admits(bearer: session))
        #expect(access.exchange(Self.bearer) == nil && !access.admits(session: Self.bearer))
        #expect(access.admits(bearer: Self.bearer) && !access.admits(bearer: Self.stranger))
    }

    @Test("the session of another server is not admitted")
    func otherServer() throws {
        let (access, other) = (access(), access(seed: 2))
        let own = try #require(access.exchange(access.newToken()))
        let session = try #require(other.exchange(other.newToken()))
        #expect(access.admits(session: own) && !access.admits(session: session))
    }

    @Test("beyond a hundred the oldest token and the oldest session are dropped")
    func limit() throws {
        let access = access()
        let tokens = (0...LocalAccess.limit).map { _ in access.newToken() }
        #expect(access.exchange(tokens[0]) == nil && access.exchange(tokens[1]) != nil)

        let sessions = try (0...LocalAccess.limit).map { _ in try #require(access.exchange(access.newToken())) }
        #expect(!access.admits(session: sessions[0]) && access.admits(session: sessions[1]))
    }
}

/// A time that a test moves.
final class ManualClock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { time.withLock { $0 } }

    func advance(by seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }
}
