#if PostgreSQL
import AccountStore
import AccountStoreConformance
import Accounts
import Foundation
import PostgreSQLServer
import Secrets
import TestKit
import Testing

@testable import AccountStorePostgreSQL

@Suite(
    "The schema in PostgreSQL", .tags(.realParts), .timeLimit(.minutes(20)),
    .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
struct SchemaTests {
    @Test("the numbers of migrations ascend from one, and each has its own name")
    func numbering() {
        #expect(Migration.all.first?.number == 1)
        #expect(Migration.all.map(\.number) == Set(Migration.all.map(\.number)).sorted())
        #expect(Set(Migration.all.map(\.name)).count == Migration.all.count)
    }

    @Test("eight servers that start at once over an empty database create one schema")
    func raceOfStarts() async throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let stores = try await race(8) { _ in
            try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: 1, timeouts: .patient)
        }
        #expect(try await stores[0].schemaNumber() == Migration.all.latest)
        let steps = try server.query("SELECT number FROM latchkey_schema ORDER BY number", on: address.databaseName)
        let numbers = Migration.all.map { "\($0.number)" }.joined(separator: "\n")
        #expect(steps == numbers)
        for store in stores { await store.close() }
    }

    @Test("a database that a newer program changed is rejected and left unchanged")
    func newerSchema() async throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let store = try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: 1)
        await store.close()
        try server.query("INSERT INTO latchkey_schema (number, name) VALUES (99, 'future')", on: address.databaseName)
        let error = try #require(throws: StoreError.self) { _ = try PostgreSQLAccountStore.open(ConnectionAddress(address)) }
        #expect(error.code == .newerSchema)
    }

    @Test("a failing migration leaves the previous version")
    func failingStep() throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let connection = try Connection.open(to: ConnectionAddress(address), timeouts: Timeouts())
        let bad = Migration(number: 2, name: "bad", sql: "CREATE TABLE half (x bigint); SELECT nonsense;")
        #expect(throws: PostgreSQLError.self) { try connection.migrate(by: [.tables, bad]) }
        #expect(try connection.schemaNumber() == 1)
        #expect(try server.query("SELECT count(*) FROM pg_tables WHERE tablename = 'half'", on: address.databaseName) == "0")
    }

    @Test("a server that starts during a migration waits for it, longer than the statement timeout")
    func longMigration() async throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        var brief = Timeouts()
        // Enough for the other statements at opening, even on a loaded machine.
        brief.statement = .seconds(1)
        brief.answer = .seconds(1)
        let timeouts = brief
        let other = try Connection.open(to: ConnectionAddress(address), timeouts: Timeouts())
        try other.execute("SELECT pg_advisory_lock($1)", [Connection.migrationLock])
        let isOver = Watched(false)
        async let opening = onThread {
            defer { isOver.value = true }
            return try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: 1, timeouts: timeouts)
        }
        let waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        try await poll { try isOver.value || server.query(waiting, on: address.databaseName) != "0" }
        await Self.letPass(timeouts.statement + .milliseconds(200))
        #expect(!isOver.value)
        try other.execute("SELECT pg_advisory_unlock($1)", [Connection.migrationLock])
        let store = try await opening
        #expect(try await store.schemaNumber() == Migration.all.latest)
        await store.close()
    }

    @Test("a migration yields to sessions that hold a table and runs after them; servers of the previous version continue")
    func heldTable() async throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let store = try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: 2)
        let random = PredictableRandomBytes(seed: 1)
        let next = Migration(
            number: Migration.all.latest + 1, name: "next", sql: "ALTER TABLE accounts ADD COLUMN motto text;")
        let migrating = try Connection.open(to: ConnectionAddress(address), timeouts: Timeouts())
        let timeout = MigrationLockWait(lock: .milliseconds(20), pause: .milliseconds(1), attempts: 3)

        // A session that is idle in a transaction is ended after this time.
        var long = Timeouts()
        long.statement = .seconds(600)
        let backup = try Connection.open(to: ConnectionAddress(address), timeouts: long)
        try backup.queue("BEGIN")
        try backup.execute("SELECT count(*) FROM accounts")
        let error = #expect(throws: PostgreSQLError.self) {
            try migrating.migrate(by: Migration.all + [next], timeout: timeout)
        }
        #expect(error?.cause == .rejected("55P03"))
        #expect(try migrating.schemaNumber() == Migration.all.latest)
        try await store.create(try Person("anna", random: random))

        // A migration with a long timeout succeeds.
        let isOver = Watched(false)
        async let patient: Void = onThread {
            defer { isOver.value = true }
            let connection = try Connection.open(to: ConnectionAddress(address), timeouts: Timeouts())
            try connection.migrate(
                by: Migration.all + [next],
                timeout: MigrationLockWait(lock: .milliseconds(20), pause: .milliseconds(1), attempts: 100_000))
        }
        let waiting = "SELECT count(*) FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted"
        try await poll { try isOver.value || server.query(waiting, on: address.databaseName) != "0" }
        await Self.letPass(.milliseconds(200))
        #expect(!isOver.value)
        try backup.execute("COMMIT")
        try await patient
        #expect(try migrating.schemaNumber() == next.number)
        let ben = try Person("ben", random: random)
        try await store.create(ben)
        #expect(try await store.has(ben))
        #expect(try await store.credential(of: ben.account.id)?.version == 1)
        await store.close()
    }

    private static func letPass(_ time: Duration) async {
        let end = MonotonicTime.now + time
        await poll { MonotonicTime.now >= end }
    }

    @Test("contradictory rows are found and named by number")
    func contradictions() async throws {
        let server = try PostgreSQLServer.shared.get()
        let address = try server.makeDatabase()
        let store = try PostgreSQLAccountStore.open(ConnectionAddress(address), connections: 1)
        try await store.create(try Person("anna", random: PredictableRandomBytes(seed: 1)))
        #expect(try await store.check() == [])
        try server.query("DELETE FROM passwords", on: address.databaseName)
        #expect(try await store.check().map(\.kind) == [.contradiction, .contradiction])
        try server.query(
            "ALTER TABLE sessions ADD CONSTRAINT later CHECK (number > 0) NOT VALID", on: address.databaseName)
        #expect(try await store.check().contains { $0.kind == .damage })
        await store.close()
    }
}

/// Runs blocking work on a separate thread, because it would block all threads that tasks share.
private func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}

extension String {
    /// Returns the database name in an address of the tests' server.
    var databaseName: String { String(dropFirst("postgres:///".count).prefix { $0 != "?" }) }
}
#endif
