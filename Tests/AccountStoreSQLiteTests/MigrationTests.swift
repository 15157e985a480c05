import AccountStore
import AccountStoreConformance
import Accounts
import GRDB
import Secrets
import Testing

@testable import AccountStoreSQLite

@Suite("Migrations")
struct MigrationTests {
    @Test("migration numbers ascend from one, and each name is unique")
    func numbering() {
        #expect(Migration.all.first?.number == 1)
        #expect(Migration.all.map(\.number) == Set(Migration.all.map(\.number)).sorted())
        #expect(Set(Migration.all.map(\.name)).count == Migration.all.count)
    }

    @Test("a later migration keeps the rows, also if it rebuilds a table that others reference")
    func laterSteps() async throws {
        let store = try SQLiteAccountStore.inMemory()
        let person = try Person("anna", random: PredictableRandomBytes(seed: 1))
        try await store.create(person)
        try await store.database.writeWithoutTransaction { connection in
            try connection.migrate(by: Migration.all + [Self.motto, Self.rebuilding(keeping: "true")])
            #expect(try connection.schemaNumber() == Migration.all.latest + 2)
            #expect(try Int.fetchOne(connection, sql: "SELECT count(*) FROM sessions") == 1)
            #expect(try String.fetchOne(connection, sql: "SELECT motto FROM accounts") == "none")
            #expect(try Int.fetchOne(connection, sql: "PRAGMA foreign_keys") == 1)
        }
        #expect(try await store.has(person))
        #expect(try await store.check() == [])
    }

    @Test("a migration that loses referenced rows is rejected and leaves the previous version")
    func losingStep() async throws {
        let store = try SQLiteAccountStore.inMemory()
        let person = try Person("anna", random: PredictableRandomBytes(seed: 1))
        try await store.create(person)
        await #expect(throws: DatabaseError.self) {
            try await store.database.writeWithoutTransaction { connection in
                try connection.migrate(by: Migration.all + [Self.motto, Self.rebuilding(keeping: "false")])
            }
        }
        let (number, foreignKeys) = try await store.database.writeWithoutTransaction { connection in
            (try connection.schemaNumber(), try Int.fetchOne(connection, sql: "PRAGMA foreign_keys"))
        }
        #expect(number == Migration.all.latest + 1)
        #expect(foreignKeys == 1)
        #expect(try await store.has(person))
    }

    @Test("the schema knows every kind of event")
    func eventKinds() async throws {
        let store = try SQLiteAccountStore.inMemory()
        let names = try await store.read { try String.fetchAll($0, sql: "SELECT name FROM event_kinds") }
        #expect(Set(names) == Set(AuditEventKind.allCases.map(\.rawValue)))
    }

    @Test("a current store is left unchanged")
    func currentVersion() async throws {
        let store = try SQLiteAccountStore.inMemory()
        let schema = { @Sendable (connection: Database) in
            try String.fetchAll(connection, sql: "SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name")
        }
        let before = try await store.read(schema)
        try await store.database.writeWithoutTransaction { try $0.migrate() }
        #expect(try await store.read(schema) == before)
    }

    @Test("a failing migration leaves the previous version")
    func failingMigration() throws {
        let database = try DatabaseQueue()
        let bad = Migration(number: 2, name: "bad", sql: "CREATE TABLE half (x) STRICT; NONSENSE")
        #expect(throws: (any Error).self) {
            try database.writeWithoutTransaction { try $0.migrate(by: [.tables, bad]) }
        }
        let (version, tables) = try database.read { connection in
            (try connection.schemaNumber(), try String.fetchAll(connection, sql: "SELECT name FROM sqlite_schema"))
        }
        #expect(version == 1)
        #expect(!tables.contains("half"))
    }

    @Test("every table is strict")
    func strictTables() async throws {
        let store = try SQLiteAccountStore.inMemory()
        let lax = try await store.read { connection in
            try String.fetchAll(
                connection,
                sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict AND name NOT LIKE 'sqlite_%'")
        }
        #expect(lax == [])
    }

    private static let motto = Migration(
        number: Migration.all.latest + 1, name: "motto", sql: "ALTER TABLE accounts ADD COLUMN motto TEXT NOT NULL DEFAULT 'none'")

    /// - Parameter condition: the rows that are kept.
    private static func rebuilding(keeping condition: String) -> Migration {
        Migration(
            number: Migration.all.latest + 2, name: "rebuilding", rebuildsTables: true,
            sql: """
                CREATE TABLE accounts_rebuilt (
                    number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, name TEXT, name_key TEXT UNIQUE, created_at INTEGER NOT NULL,
                    password_changed_at INTEGER, removed_password_version INTEGER NOT NULL, second_factor_since INTEGER,
                    language TEXT, time_zone TEXT, locked_at INTEGER, new_device_notices INTEGER NOT NULL, motto TEXT NOT NULL
                ) STRICT;
                INSERT INTO accounts_rebuilt SELECT * FROM accounts WHERE \(condition);
                DROP TABLE accounts;
                ALTER TABLE accounts_rebuilt RENAME TO accounts;
                """)
    }
}
