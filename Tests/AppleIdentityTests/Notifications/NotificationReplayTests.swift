import AppleIdentity
import Foundation
import JSONText
import Synchronization
import Testing

@Suite("Repeated notifications")
struct NotificationReplayTests {
    /// A ledger in memory that stores the expiry of each identifier.
    private final class Ledger: NotificationLedger {
        struct Broken: Error {}
        let claims = Mutex<[NotificationID: Date]>([:])
        let isBroken: Bool

        init(isBroken: Bool = false) {
            self.isBroken = isBroken
        }

        func claim(_ id: NotificationID, until: Date) async throws -> Bool {
            if isBroken { throw Broken() }
            return claims.withLock { $0.updateValue(until, forKey: id) == nil }
        }
    }

    private func isNew(_ body: [UInt8], _ ledger: Ledger) async throws -> Bool {
        let receipt = try await NotificationDraft.verifier().receive(
            body, with: NotificationDraft.keys(), now: NotificationDraft.now, ledger: ledger)
        if case .new = receipt { return true }
        return false
    }

    @Test("the second notification with an identifier is a repetition, another identifier is new")
    func replay() async throws {
        let ledger = Ledger()
        let body = try NotificationDraft().body
        #expect(try await isNew(body, ledger))
        #expect(try await !isNew(body, ledger))
        #expect(try await !isNew(NotificationDraft.with("iat", 1_759_999_000).body, ledger))
        #expect(try await isNew(NotificationDraft.with("jti", "jti-2").body, ledger))
        #expect(ledger.claims.withLock { $0.count } == 2)
        let id = try #require(NotificationID("jti-1"))
        #expect(ledger.claims.withLock { $0[id] } == Date(timeIntervalSince1970: 1_760_086_460))
    }

    @Test("one of many concurrent copies is new")
    func concurrent() async throws {
        let ledger = Ledger()
        let body = try NotificationDraft().body
        let count = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 { group.addTask { try await isNew(body, ledger) } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 1)
    }

    @Test("a rejected body claims nothing, and an error of the ledger is thrown")
    func order() async throws {
        let ledger = Ledger()
        await #expect(throws: AppleIdentityError.self) {
            _ = try await isNew(NotificationDraft.with("aud", "com.example.other").body, ledger)
        }
        #expect(ledger.claims.withLock { $0.isEmpty })
        await #expect(throws: Ledger.Broken.self) { _ = try await isNew(NotificationDraft().body, Ledger(isBroken: true)) }
    }

    @Test("a cache without keys rejects a body temporarily")
    func cache() async throws {
        let server = KeyServer(.p256)
        let cache = server.cache()
        let verifier = try NotificationDraft.verifier()
        let body = try NotificationDraft().body
        let now = server.now
        server.answer(.failure)
        let rejection = await failure {
            try await verifier.verify(body, with: cache, now: now)
        }
        #expect(rejection?.isTemporary == true && rejection?.code == .keysUnavailable)
        server.answer(.keys([.p256]))
        server.advance(120)
        let receipt = try await verifier.receive(body, with: cache, now: now, ledger: Ledger())
        guard case .new(let notification) = receipt else { Issue.record("not new"); return }
        #expect(notification.id.text == "jti-1")
    }

    @Test("a table maps clients to destinations")
    func routes() throws {
        let routes = try NotificationRoutes([ClientID("com.example.app"): 1, ClientID("com.example.web"): 2])
        #expect(routes.clients.values == ["com.example.app", "com.example.web"])
        #expect(routes.destination(of: try NotificationDraft().accepted()) == 1)
        #expect(routes.destination(of: try NotificationDraft.with("aud", "com.example.web").accepted()) == 2)
        let other = try NotificationRoutes([ClientID("com.example.App"): 3])
        #expect(other.destination(of: try NotificationDraft().accepted()) == nil)
        #expect(failure { try NotificationRoutes<Int>([:]) }?.code == .noClientID)
    }
}
