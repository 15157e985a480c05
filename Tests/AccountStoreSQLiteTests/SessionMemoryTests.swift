import AccountStore
import AccountStoreConformance
import Accounts
import Foundation
import GRDB
import InternetAddresses
import Secrets
import Testing

@testable import AccountStoreSQLite

@Suite("Sessions in memory")
struct SessionMemoryTests {
    private let folder: TemporaryFolder
    private let random = PredictableRandomBytes(seed: 1)
    private let now = Timestamp(seconds: 1_700_000_000)

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Counts how often the file is read.
    private final class Reader {
        private(set) var count = 0
        private let stored: StoredSession

        init(_ person: Person) {
            stored = StoredSession(session: person.opening.session, account: person.account)
        }

        func read() -> StoredSession? {
            count += 1
            return stored
        }
    }

    @Test("a session is read once between two commits, also if another connection to the file makes them")
    func commits() async throws {
        let (store, other) = (try SQLiteAccountStore.open(path: folder.file()), try SQLiteAccountStore.open(path: folder.file()))
        let memory = try #require(store.sessionMemory)
        let anna = try Person("anna", random: random)
        try await store.create(anna)
        let reader = Reader(anna)
        for (index, writer) in [nil, store, other, other].enumerated() {
            if let writer { try await writer.create(Person("person\(index)", random: random)) }
            for _ in 0..<3 {
                let found = try memory.session(anna.opening.digest, now: now, reader.read)
                #expect(found?.session == anna.opening.session)
            }
            #expect(reader.count == index + 1)
        }
        try await store.close()
        try await other.close()
    }

    @Test("a session ends at once in every process of the file", arguments: [false, true])
    func ended(isByAnotherProcess: Bool) async throws {
        let (store, other) = (try SQLiteAccountStore.open(path: folder.file()), try SQLiteAccountStore.open(path: folder.file()))
        let anna = try Person("anna", random: random)
        try await store.create(anna)
        for _ in 0..<2 { #expect(try await store.session(anna.opening.digest, now: now) != nil) }
        #expect(store.sessionMemory?.count == 1)
        let event = AuditEvent(
            id: AuditEventID(random: random), kind: .signedOut, account: anna.account.id, at: now,
            client: Client(address: .loopback, deviceName: nil))
        let writer = isByAnotherProcess ? other : store
        #expect(try await writer.revoke(anna.opening.session.id, of: anna.account.id, device: .forgotten, event: event))
        #expect(try await store.session(anna.opening.digest, now: now) == nil)
        try await store.close()
        try await other.close()
    }

    @Test("an expired session is not returned from memory")
    func expired() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        let anna = try Person("anna", random: random)
        try await store.create(anna)
        let end = anna.opening.session.expiry.end
        #expect(try await store.session(anna.opening.digest, now: end - .milliseconds(1)) != nil)
        #expect(try await store.session(anna.opening.digest, now: end) == nil)
        try await store.close()
    }

    @Test("a session that was read before a commit is not kept after it")
    func commitDuringRead() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        let memory = try #require(store.sessionMemory)
        let (anna, ben) = (try Person("anna", random: random), try Person("ben", random: random))
        try await store.create(anna)
        let reader = Reader(anna)
        _ = try memory.session(anna.opening.digest, now: now) {
            let stale = reader.read()
            // A commit, and a check of another session that sees it first.
            try store.database.write { try $0.execute(sql: "DELETE FROM sessions") }
            _ = try memory.session(ben.opening.digest, now: now) { nil }
            return stale
        }
        #expect(memory.count == 0)
        try await store.close()
    }

    @Test("the number of sessions in memory is bounded")
    func bound() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        let memory = try #require(store.sessionMemory)
        let reader = Reader(try Person("anna", random: random))
        for _ in 0...SessionMemory.limit {
            let digest = try #require(TokenDigest(bytes: random.bytes(TokenDigest.byteCount)))
            _ = try memory.session(digest, now: now, reader.read)
            #expect(memory.count <= SessionMemory.limit)
        }
        try await store.close()
    }

    @Test("a closed store returns no session from memory")
    func closed() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        let anna = try Person("anna", random: random)
        try await store.create(anna)
        #expect(try await store.session(anna.opening.digest, now: now) != nil)
        try await store.close()
        await #expect(throws: StoreError.self) { try await store.session(anna.opening.digest, now: now) }
    }
}
