import AccountStoreConformance
import Accounts
import GRDB
import Secrets
import Testing

@testable import AccountStoreSQLite

@Suite("Migrations")
struct MigrationTests {
    @Test("their numbers ascend from one, and each has its own name")
    func numbering() {
        #expect(Migration.all.first?.number == 1)
        #expect(Migration.all.map(\.number) == Set(Migration.all.map(\.number)).sorted())
        #expect(Set(Migration.all.map(\.name)).count == Migration.all.count)
    }

    @Test("a file of every earlier version becomes a store of today, well and usable", arguments: 0..<Migration.all.count)
    func earlierVersion(version: Int) async throws {
        let folder = try TemporaryFolder()
        let earlier = try DatabaseQueue(path: folder.file())
        try await earlier.writeWithoutTransaction { connection in
            for (index, rows) in Self.rows.prefix(version).enumerated() {
                try connection.migrate(by: Array(Migration.all.prefix(index + 1)))
                try connection.execute(sql: rows)
            }
        }
        try earlier.close()

        let store = try SQLiteAccountStore.open(path: folder.file())
        #expect(try await store.check() == [])
        // What earlier programs wrote is still there.
        #expect(try await store.countAccounts() == version)
        if version > 0 { #expect(try await store.sessionCount() == 1) }
        #expect(try await store.challengeCount() == (version < 7 ? 0 : 2))
        let person = try Person("anna", random: PredictableRandomBytes(seed: 1))
        try await store.create(person)
        #expect(try await store.has(person))
        #expect(try await store.write { try $0.schemaNumber() } == Migration.all.latest)
        try await store.close()
    }

    @Test("a store of today is left as it is")
    func currentVersion() async throws {
        let store = try SQLiteAccountStore.inMemory()
        let schema = { @Sendable (connection: Database) in
            try String.fetchAll(connection, sql: "SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name")
        }
        let before = try await store.read(schema)
        try await store.database.writeWithoutTransaction { try $0.migrate() }
        #expect(try await store.read(schema) == before)
    }

    @Test("a migration that fails leaves the version before it")
    func failingMigration() throws {
        let database = try DatabaseQueue()
        let bad = Migration(number: 2, name: "bad", sql: "CREATE TABLE half (x) STRICT; NONSENSE")
        #expect(throws: (any Error).self) {
            try database.writeWithoutTransaction { try $0.migrate(by: [.accounts, bad]) }
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

    /// Rows for each version as its program would have written them, in SQL: entry n stands on the first n + 1 migrations.
    private static let rows = [
        """
        INSERT INTO accounts VALUES (1, x'000102030405460708090a0b0c0d0e0f', 'Berta', 'berta', 1, 2);
        INSERT INTO passwords VALUES (1, '$pbkdf2-sha256$i=600000$c29tZXNhbHRzb21lc2FsdA$CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCA', 1);
        INSERT INTO events VALUES (1, randomblob(16), 1, 1, 1, 'Telephone', x'7f000001');
        INSERT INTO sessions VALUES (
            1, randomblob(16), randomblob(32), 1, 1, 1, 1, 2, 3, 'Telephone', x'7f000001', x'7f000001');
        """,
        """
        INSERT INTO accounts VALUES (2, x'100102030405460708090a0b0c0d0e0f', NULL, NULL, 1, NULL, 0);
        INSERT INTO apple_identities VALUES (
            1, randomblob(16), 2, 'TEAM000001', 'carla', NULL, 0, 0, 1, NULL, '', '', NULL, 1, 1, NULL, NULL, NULL, NULL);
        INSERT INTO apple_tokens VALUES (1, 1, 'org.example.app', randomblob(61), NULL);
        INSERT INTO jobs (kind, due_at, apple_token) VALUES (2, 1, 1);
        """,
        """
        INSERT INTO accounts VALUES (3, x'200102030405460708090a0b0c0d0e0f', 'Doris', 'doris', 1, 2, 0);
        INSERT INTO passwords VALUES (3, '$pbkdf2-sha256$i=600000$c29tZXNhbHRzb21lc2FsdA$CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCA', 1);
        INSERT INTO events VALUES (2, randomblob(16), 23, 3, 1, 'Telephone', x'7f000001');
        """,
        """
        INSERT INTO accounts VALUES (4, x'300102030405460708090a0b0c0d0e0f', NULL, NULL, 1, NULL, 0);
        INSERT INTO apple_identities VALUES (
            2, randomblob(16), 4, 'TEAM000001', 'emma', NULL, 0, 0, 1, NULL, '', '', NULL, 1, 1, NULL, NULL, NULL, NULL);
        INSERT INTO apple_tokens VALUES (2, 2, 'org.example.app', NULL, NULL);
        INSERT INTO jobs (kind, due_at, apple_token, sealed, flow, expires_at) VALUES (1, 1, 2, randomblob(61), 1, 2);
        INSERT INTO apple_keys VALUES (1, 'https://appleid.apple.com/auth/keys', x'7b7d', 1);
        """,
        """
        INSERT INTO accounts VALUES (5, x'400102030405460708090a0b0c0d0e0f', 'Fanny', 'fanny', 1, 2, 0);
        INSERT INTO passwords VALUES (5, '$pbkdf2-sha256$i=600000$c29tZXNhbHRzb21lc2FsdA$CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCA', 1);
        INSERT INTO jobs (kind, due_at, identity, client, sealed, flow, expires_at, team, subject)
            VALUES (4, 1, randomblob(16), 'org.example.app', randomblob(61), 1, 2, 'TEAM000001', 'gerda');
        """,
        """
        INSERT INTO accounts VALUES (6, x'500102030405460708090a0b0c0d0e0f', 'Helga', 'helga', 1, 2, 0, 1);
        INSERT INTO passwords VALUES (6, '$pbkdf2-sha256$i=600000$c29tZXNhbHRzb21lc2FsdA$CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCA', 1);
        INSERT INTO totp_generators VALUES (6, randomblob(16), randomblob(61), 1, 1, 1);
        INSERT INTO recovery_codes VALUES (randomblob(32), 6);
        INSERT INTO device_keys VALUES (1, randomblob(16), 6, randomblob(65), 'Telephone', 1, NULL);
        INSERT INTO factor_challenges VALUES (randomblob(32), 6, NULL, 1, NULL, NULL, 0, 1, 2);
        INSERT INTO events VALUES (3, randomblob(16), 25, 6, 1, 'Telephone', x'7f000001');
        """,
        """
        INSERT INTO accounts VALUES (7, x'600102030405460708090a0b0c0d0e0f', 'Ida', 'ida', 1, 2, 0, NULL);
        INSERT INTO passwords VALUES (7, '$pbkdf2-sha256$i=600000$c29tZXNhbHRzb21lc2FsdA$CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCA', 1);
        INSERT INTO password_upgrades VALUES (7, randomblob(16), 1, NULL, NULL, 1);
        INSERT INTO challenges VALUES (randomblob(32), 1, NULL, 2), (randomblob(32), 3, randomblob(16), 2);
        """,
        """
        INSERT INTO accounts VALUES (8, x'700102030405460708090a0b0c0d0e0f', 'Jana', 'jana', 1, 2, 0, 1);
        INSERT INTO passwords VALUES (8, '$pbkdf2-sha256$i=600000$c29tZXNhbHRzb21lc2FsdA$CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCA', 2);
        INSERT INTO password_upgrades VALUES (8, randomblob(16), 2, NULL, NULL, 1);
        INSERT INTO device_keys VALUES (2, randomblob(16), 8, randomblob(65), 'Workstation', 1, NULL, randomblob(34));
        """,
        """
        INSERT INTO accounts VALUES (9, x'800102030405460708090a0b0c0d0e0f', 'Klara', 'klara', 1, 2, 0, NULL);
        INSERT INTO passwords VALUES (9, '$pbkdf2-sha256$i=600000$c29tZXNhbHRzb21lc2FsdA$CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCA', 1);
        INSERT INTO password_upgrades VALUES (9, randomblob(16), 1, NULL, NULL, 1, randomblob(16));
        """,
        """
        INSERT INTO accounts VALUES (10, x'900102030405460708090a0b0c0d0e0f', 'Lotte', 'lotte', 1, 2, 0, NULL);
        INSERT INTO passwords VALUES (10, '$pbkdf2-sha256$i=600000$c29tZXNhbHRzb21lc2FsdA$CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCA', 1);
        """,
        """
        INSERT INTO accounts VALUES (11, x'a00102030405460708090a0b0c0d0e0f', 'Maria', 'maria', 1, 2, 0, NULL);
        INSERT INTO passwords VALUES (11, '$pbkdf2-sha256$i=600000$c29tZXNhbHRzb21lc2FsdA$CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCA', 1);
        INSERT INTO apple_used_tokens VALUES (randomblob(32), 2);
        """,
        """
        INSERT INTO accounts VALUES (13, x'c00102030405060708090a0b0c0d0e0f', NULL, NULL, 1, NULL, 0, NULL);
        INSERT INTO apple_identities VALUES (
            9, randomblob(16), 13, 'TEAM000001', '000013.anna', NULL, 0, 0, 1, NULL, 'Anna', 'K', NULL, 1, 1, NULL, NULL, NULL, NULL);
        INSERT INTO apple_tokens VALUES (9, 9, 'org.example.app', NULL, NULL);
        INSERT INTO jobs (kind, due_at, apple_token, sealed, flow, expires_at) VALUES (1, 1, 9, randomblob(61), 1, 2);
        """,
        """
        INSERT INTO accounts VALUES (12, x'b00102030405060708090a0b0c0d0e0f', 'Maren', 'maren', 1, 2, 0, 1);
        INSERT INTO passwords VALUES (12, '$pbkdf2-sha256$i=600000$c29tZXNhbHRzb21lc2FsdA$CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCCA', 1);
        INSERT INTO totp_generators VALUES (12, randomblob(16), randomblob(61), 1, 1, 1);
        """,
    ]
}

extension SQLiteAccountStore {
    fileprivate func challengeCount() async throws -> Int? {
        try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM challenges") }
    }

    fileprivate func sessionCount() async throws -> Int? {
        try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sessions JOIN accounts ON accounts.number = account") }
    }
}
