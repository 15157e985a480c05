import AccountStore
import AccountStoreConformance
@testable import Accounts
import Foundation
import GRDB
import InternetAddresses
import Secrets
import Testing

@testable import AccountStoreSQLite

@Suite("Preparing a restored file")
struct RestorationTests {
    private let folder: TemporaryFolder
    private let random = PredictableRandomBytes(seed: 1)
    private let now = Timestamp(seconds: 1_700_000_000)

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("a new store and its later starts are no copies, and a backup is one until it is prepared")
    func detection() async throws {
        for name in ["anna", "berta"] {
            let store = try SQLiteAccountStore.open(path: folder.file())
            #expect(try await store.prepareCopy(restoration) == nil)
            try await store.create(Person(name, random: random))
            #expect(try await store.prepareCopy(restoration) == nil)
            try await store.close()
        }
        let store = try SQLiteAccountStore.open(path: folder.file())
        try await store.backup(to: folder.file("copy"))
        #expect(try await store.prepareCopy(restoration) == nil)
        try await store.close()

        for isFirst in [true, false] {
            let copy = try SQLiteAccountStore.open(path: folder.file("copy"))
            #expect((try await copy.prepareCopy(restoration) != nil) == isFirst)
            try await copy.close()
        }
    }

    /// docs/deployment.md says what to do with such a file.
    @Test("a file that was copied by other means is not recognized, and its backup is")
    func plainCopy() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        try await store.create(Person("anna", random: random))
        try await store.close()
        try FileManager.default.copyItem(atPath: folder.file(), toPath: folder.file("plain"))
        let plain = try SQLiteAccountStore.open(path: folder.file("plain"))
        #expect(try await plain.prepareCopy(restoration) == nil)
        try await plain.backup(to: folder.file("backup"))
        try await plain.close()
        let backup = try SQLiteAccountStore.open(path: folder.file("backup"))
        #expect(try await backup.prepareCopy(restoration) != nil)
        try await backup.close()
    }

    /// The failing statement is the last one, so all earlier ones have run.
    @Test("a preparation that fails changes nothing, and the next one does all of it")
    func failure() async throws {
        let store = try SQLiteAccountStore.inMemory()
        let challenge = StoredChallenge(
            digest: try #require(TokenDigest(bytes: random.bytes(TokenDigest.byteCount))), purpose: .appleSignIn,
            expiresAt: now + .seconds(60))
        try await store.add(challenge)
        let anna = try Person("anna", random: random)
        try await store.create(anna)
        try await store.forgetIdentity()
        try await store.database.write { connection in
            try connection.execute(
                sql: """
                    INSERT INTO totp_generators (account, id, sealed, created_at, confirmed_at, last_step)
                    SELECT number, zeroblob(16), zeroblob(34), 0, 0, 0 FROM accounts;
                    CREATE TRIGGER failure BEFORE UPDATE ON totp_generators BEGIN SELECT RAISE(ABORT, 'failure'); END;
                    """)
        }
        await #expect(throws: StoreError.self) { try await store.prepareCopy(restoration) }
        #expect(try await store.count("SELECT count(*) FROM challenges") == 1)
        #expect(try await store.count("SELECT count(*) FROM store_identities") == 0)

        try await store.database.write { try $0.execute(sql: "DROP TRIGGER failure") }
        #expect(try await store.prepareCopy(restoration)?.removed == 1)
        #expect(try await !store.consumeChallenge(challenge.digest, for: .appleSignIn, now: now))
    }

    private var restoration: StoreRestoration {
        let (random, now) = (self.random, self.now)
        return StoreRestoration(at: now, step: 1) { account in
            AuditEvent(
                id: AuditEventID(random: random), kind: .recoveryCancelled, account: account, at: now,
                client: Client(address: .loopback, deviceName: nil))
        }
    }
}

extension SQLiteAccountStore {
    func count(_ sql: String) async throws -> Int? {
        try await first(sql) { try $0.next(as: Int.self) }
    }
}
