#if PostgreSQL
import AccountStore
import AccountStoreConformance
import AccountStoreSQLite
@testable import Accounts
import InternetAddresses
import PostgreSQLServer
import Secrets
import TestKit
import Synchronization
import Testing
import WebAuthn

@testable import AccountStorePostgreSQL

@Suite(
    "Copying a SQLite store", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct CopyingTests {
    private let now = Timestamp(seconds: 1_700_000_000)

    @Test("a copy has all rows, and new rows get higher numbers")
    func copy() async throws {
        let (source, people, random) = try await filled()
        let target = try PostgreSQLAccountStore.open(
            ConnectionAddress(PostgreSQLServer.shared.get().makeDatabase()), connections: 2)
        let isPrepared = try await source.isPrepared()
        let counts = try await target.copy(
            from: { take in try source.copying { try take($0) } }, isPrepared: isPrepared
        ) { _, _ in }
        #expect(counts.first { $0.table.name == "accounts" }?.count == people.count)
        #expect(counts.map(\.table.name) == StoreTable.all.map(\.name))
        for person in people { #expect(try await target.has(person)) }
        #expect(try await target.signingKeys(now: now) == source.signingKeys(now: now))
        #expect(try await target.storedAppleKeys() == source.storedAppleKeys())
        #expect(try await target.check() == [])
        #expect(try await target.userHandle(of: people[0].account.id, orElse: nil) == UserHandle([7]))
        #expect(try await !target.useUp(challenge()))
        // The operator confirms that the copy is complete.
        #expect(try await source.areSignalsConfirmed())
        #expect(try await !target.areSignalsConfirmed())
        #expect(try await target.acceptedPasskeys(of: people[0].account.id) == nil)
        try await target.confirmSignals()
        #expect(try await target.acceptedPasskeys(of: people[0].account.id)?.user == UserHandle([7]))
        try await target.create(try Person("later", random: random))
        #expect(try await target.prepareCopy(restoration) == nil)
        await target.close()
    }

    @Test("a copy of a restored file that no server has prepared is prepared by its first server")
    func unprepared() async throws {
        let (source, _, _) = try await filled()
        try await source.write { try $0.queue("DELETE FROM store_identities", []) }
        let target = try PostgreSQLAccountStore.open(
            ConnectionAddress(PostgreSQLServer.shared.get().makeDatabase()), connections: 1)
        let isPrepared = try await source.isPrepared()
        _ = try await target.copy(
            from: { take in try source.copying { try take($0) } }, isPrepared: isPrepared
        ) { _, _ in }
        #expect(try await target.prepareCopy(restoration)?.removed == 1)
        await target.close()
    }

    /// In the place of `pg_restore`: into another database, over the tables of the same one, or into another cluster.
    @Test(
        "a restored dump revives no challenge, and sends no signals until the operator confirms it",
        arguments: ["database", "tables", "cluster"])
    func restoredSignals(_ change: String) async throws {
        let server = try PostgreSQLServer.shared.get()
        let name = try server.makeNamedDatabase()
        let anna = try Person("anna", random: PredictableRandomBytes(seed: 1))
        let original = try PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: name)), connections: 1)
        try await original.create(anna)
        _ = try await original.userHandle(of: anna.account.id, orElse: UserHandle([7]))
        #expect(try await original.areSignalsConfirmed())
        let used = try challenge(of: 8)
        try await original.add(used)
        #expect(try await original.prepareCopy(restoration) == nil)
        await original.close()

        var restoredName = name
        switch change {
        case "database": restoredName = try server.makeNamedDatabase(copying: name)
        case "tables":
            try server.query("ALTER TABLE passkeys RENAME TO old_passkeys; CREATE TABLE passkeys (LIKE old_passkeys)", on: name)
        default:
            // All but the cluster may be the same there.
            for table in ["confirmed_stores", "store_identities"] {
                try server.query("UPDATE \(table) SET identity = '1' || substr(identity, strpos(identity, '/'))", on: name)
            }
        }
        let restored = try PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: restoredName)), connections: 1)
        #expect(try await !restored.areSignalsConfirmed())
        #expect(try await restored.acceptedPasskeys(of: anna.account.id) == nil)
        try await restored.confirmSignals()
        #expect(try await restored.acceptedPasskeys(of: anna.account.id)?.user == UserHandle([7]))
        #expect(try await restored.prepareCopy(restoration)?.removed == 1)
        #expect(try await restored.prepareCopy(restoration) == nil)
        #expect(try await !restored.consumeChallenge(used.digest, for: .appleSignIn, now: now))
        await restored.close()
    }

    @Test("a copy to a database with rows is rejected")
    func notEmpty() async throws {
        let (source, _, random) = try await filled()
        let target = try PostgreSQLAccountStore.open(
            ConnectionAddress(PostgreSQLServer.shared.get().makeDatabase()), connections: 1)
        try await target.create(try Person("first", random: random))
        let error = await #expect(throws: StoreError.self) {
            _ = try await target.copy(from: { take in try source.copying { try take($0) } }) { _, _ in }
        }
        #expect(error?.reason.contains("not empty") == true)
        #expect(try await target.countAccounts() == 1)
        await target.close()
    }

    @Test("a copy whose rows differ from the original is rolled back", arguments: ["another", "missing", "more"])
    func falseRows(_ fault: String) async throws {
        let (source, _, _) = try await filled()
        let target = try PostgreSQLAccountStore.open(
            ConnectionAddress(PostgreSQLServer.shared.get().makeDatabase()), connections: 1)
        let giving: @Sendable (@escaping (@escaping StoreRows) throws -> Void) throws -> Void = { take in
            try source.copying { rows in
                var readings: [String: Int] = [:]
                try take { table, receive in
                    readings[table.name, default: 0] += 1
                    // The second read, for the comparison, returns different budgets.
                    guard table.name == "buckets", readings["buckets"] == 2 else { return try rows(table, receive) }
                    switch fault {
                    case "another": try rows(table) { try receive([$0[0], .integer(1)]) }
                    case "missing": break
                    default:
                        try rows(table, receive)
                        try receive([.octets([UInt8](repeating: 0xFF, count: 32)), .integer(1)])
                    }
                }
            }
        }
        let error = await #expect(throws: StoreError.self) { _ = try await target.copy(from: giving) { _, _ in } }
        #expect(error?.code == .failed)
        #expect(try await target.countAccounts() == 0)
        await target.close()
    }

    @Test("every table and column of the schema is copied")
    func completeness() async throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let store = try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: 1)
        let columns = try server.query(
            """
            SELECT table_name || '.' || column_name FROM information_schema.columns
            WHERE table_schema = 'public' AND table_name NOT IN ('latchkey_schema', 'event_kinds', 'store_identities')
            """, on: address.databaseName)
        let copied = StoreTable.all.flatMap { table in table.columns.map { "\(table.name).\($0.name)" } }
        #expect(Set(columns.split(separator: "\n").map(String.init)) == Set(copied))
        await store.close()
    }

    private var restoration: StoreRestoration {
        let (random, now) = (PredictableRandomBytes(seed: 9), self.now)
        return StoreRestoration(at: now, step: 1) { account in
            AuditEvent(
                id: AuditEventID(random: random), kind: .recoveryCancelled, account: account, at: now,
                client: Client(address: .loopback, deviceName: nil))
        }
    }

    private func challenge(of byte: UInt8) throws -> StoredChallenge {
        let digest = try #require(TokenDigest(bytes: [UInt8](repeating: byte, count: 32)))
        return StoredChallenge(digest: digest, purpose: .appleSignIn, expiresAt: now + .seconds(60))
    }

    private func challenge() throws -> UsedChallenge {
        UsedChallenge(
            digest: try #require(TokenDigest(bytes: [UInt8](repeating: 7, count: 32))), issuedAt: now, expiresAt: now + .seconds(60)
        )
    }

    private func filled() async throws -> (SQLiteAccountStore, [Person], PredictableRandomBytes) {
        let store = try SQLiteAccountStore.inMemory()
        let random = PredictableRandomBytes(seed: 1)
        let people = try (0..<20).map { try Person("person\($0)", random: random) }
        for person in people { try await store.create(person) }
        let budget = try #require(Budget(burst: 5, refill: 1, per: .seconds(60)))
        _ = try await store.charge([ThrottleCharge(key: BudgetKey(bytes: random.bytes(32)), budget: budget)], now: now)
        _ = try await store.add(
            SealedSigningKey(
                id: "key", sealed: random.bytes(64), createdAt: now, signsUntil: now + .seconds(60),
                verifiesUntil: now + .seconds(90)),
            ifNewestIs: nil)
        try await store.keep(StoredAppleKeys(source: "https://appleid.example", record: random.bytes(100), fetchedAt: now))
        let digest = try #require(TokenDigest(bytes: random.bytes(32)))
        _ = try await store.userHandle(of: people[0].account.id, orElse: UserHandle([7]))
        _ = try await store.useUp(challenge())
        try await store.add(StoredChallenge(digest: digest, purpose: .appleSignIn, expiresAt: now + .seconds(60)))
        return (store, people, random)
    }
}

/// A copy compares the rows that it has written; these tests copy rows of every kind.
@Suite(
    "Copies of complete SQLite stores", .tags(.realParts),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"),
    .timeLimit(.minutes(20)))
struct CopiedContentsTests {
    /// The cases that write many rows of different kinds.
    private static let writing =
        AccountStoreConformance.throttling + AccountStoreConformance.signingKeys + AccountStoreConformance.challenges
        + AccountStoreConformance.appleIdentities
        + AccountStoreConformance.appleWeb + AccountStoreConformance.appleKeys + AccountStoreConformance.jobs
        + AccountStoreConformance.secondFactors + AccountStoreConformance.factorChallenges + AccountStoreConformance.upgrades
        + AccountStoreConformance.passwordLinks + AccountStoreConformance.passkeys + AccountStoreConformance.emailAddresses
        + AccountStoreConformance.recoveries + AccountStoreConformance.mailedSignIns + AccountStoreConformance.eventDeliveries
        + AccountStoreConformance.operators

    @Test("the rows of the conformance suite are copied, with rows in every table")
    func everything() async throws {
        let server = try PostgreSQLServer.shared.get()
        let template = try server.makeNamedDatabase()
        try await PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: template)), connections: 1).close()
        let counts = Mutex<[String: Int]>([:])
        let copied = StoreUnderTest("SQLite, copied at the end") {
            let store = try SQLiteAccountStore.inMemory()
            return PreparedStore(store) {
                let name = try server.makeNamedDatabase(copying: template)
                let target = try PostgreSQLAccountStore.open(ConnectionAddress(server.address(of: name)), connections: 1)
                let copies = try await target.copy(from: { take in try store.copying { try take($0) } }) { _, _ in }
                #expect(try await target.check() == [])
                await target.close()
                try server.drop([name])
                counts.withLock { for copy in copies { $0[copy.table.name, default: 0] += copy.count } }
            }
        }
        for conformance in Self.writing { try await conformance.run(on: copied) }
        let found = counts.withLock { $0 }
        #expect(StoreTable.all.map(\.name).filter { found[$0, default: 0] == 0 } == [])
    }
}
#endif
