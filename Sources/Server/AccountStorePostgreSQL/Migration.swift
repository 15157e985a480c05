#if PostgreSQL
import AccountStore
import Accounts
import Foundation

/// One migration of the schema. From the first release on, migrations are only added: a released migration is never edited.
struct Migration: Sendable {
    /// The number of the migration; 1 for the first. A database's version is the number of its last migration.
    let number: Int
    let name: String
    let sql: String

    /// All migrations in order.
    static let all: [Migration] = [.tables]

    /// Creates the tables that ``StoreTable`` describes. The first release freezes the generated script as text; later changes of a
    /// table are new migrations.
    static let tables = Migration(number: 1, name: "tables", sql: PostgreSQLDialect.schema)
}

extension [Migration] {
    /// The number of the last migration. Numbers ascend and may have gaps.
    var latest: Int { last?.number ?? 0 }
}

extension Connection {
    /// Applies those `migrations` that the database lacks, each in its own transaction. If several servers do this at once, one
    /// migrates and the others wait until it is done, without a time limit.
    ///
    /// A migration does not keep waiting for a table that another session has locked, such as a backup, because all other users of
    /// the table would wait behind it. It cancels its lock request and tries again.
    ///
    /// Throws ``StoreError/Code/newerSchema`` if a newer version of the program has changed the database. Throws `failed` if
    /// another application has a table of the same name, and `unavailable` if a table stays locked for longer than `timeout`.
    func migrate(by migrations: [Migration] = Migration.all, timeout: MigrationLockWait = MigrationLockWait()) throws {
        try run(script: Self.beginning)
        guard try schemaNumber() <= migrations.latest else { throw StoreError.newerSchema(try schemaNumber()) }
        for migration in migrations where try schemaNumber() < migration.number {
            try timeout.run { try run(script: migration.script(waiting: timeout.lock)) }
        }
        let version = try schemaNumber()
        guard version <= migrations.latest else { throw StoreError.newerSchema(version) }
    }

    /// Returns the number of the last migration of this database.
    func schemaNumber() throws -> Int {
        try first("SELECT coalesce(max(number), 0) FROM latchkey_schema") { try $0.next() } ?? 0
    }

    /// An arbitrary number, the same in every version.
    static let migrationLock: Int64 = 0x4C74_6368_0001

    /// Waiting for another server's migration is intended, so this is a script, which has no statement timeout.
    private static let beginning = """
        BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
        SET LOCAL statement_timeout TO 0;
        SELECT pg_advisory_xact_lock(\(migrationLock));
        CREATE TABLE IF NOT EXISTS latchkey_schema (
            number bigint PRIMARY KEY,
            name text NOT NULL,
            applied_at timestamptz NOT NULL DEFAULT now()
        );
        COMMIT;
        """
}

/// The timeouts and attempts of a migration that waits for a locked table.
struct MigrationLockWait: Sendable {
    /// The timeout of one attempt to lock the table. All other users of the table wait behind it.
    var lock: Duration = .seconds(2)
    /// The pause between two attempts.
    var pause: Duration = .seconds(1)
    var attempts = 40

    fileprivate func run(_ step: () throws -> Void) throws {
        for _ in 1..<attempts {
            do {
                return try step()
            } catch let error as PostgreSQLError where error.cause == .rejected("55P03") {
                Thread.sleep(forTimeInterval: Double(pause.wholeMilliseconds) / 1_000)
            }
        }
        try step()
    }
}

extension Migration {
    /// Returns the migration as one script, which does nothing if another server has applied it in the meantime.
    fileprivate func script(waiting limit: Duration) -> String {
        """
        BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
        SET LOCAL statement_timeout TO 0;
        SELECT pg_advisory_xact_lock(\(Connection.migrationLock));
        SET LOCAL lock_timeout TO \(limit.wholeMilliseconds);
        DO $latchkey_step$
        BEGIN
            IF EXISTS (SELECT 1 FROM latchkey_schema WHERE number >= \(number)) THEN
                RETURN;
            END IF;
            \(sql)
            INSERT INTO latchkey_schema (number, name) VALUES (\(number), '\(name)');
        END
        $latchkey_step$;
        COMMIT;
        """
    }
}

extension StoreError {
    static func newerSchema(_ version: Int) -> StoreError {
        StoreError(
            .newerSchema, reason: "the database has schema \(version), this program supports schemas up to \(Migration.all.latest)")
    }
}

/// The schema for PostgreSQL.
enum PostgreSQLDialect: SchemaDialect {
    static func type(of column: StoreTable.Column) -> String {
        switch column.kind {
        case .integer: "bigint"
        case .flag: "boolean"
        case .text: column.isExact ? "text COLLATE \"C\"" : "text"
        case .identifier: "uuid"
        case .octets: "bytea"
        }
    }

    static func length(of column: StoreTable.Column) -> String {
        "\(column.kind == .octets || column.isExact ? "octet_length" : "char_length")(\(column.name))"
    }

    static func check(of column: StoreTable.Column) -> String? { nil }

    /// PostgreSQL never reuses a number.
    static func number(_ numbering: StoreTable.Numbering) -> String { "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY" }

    static func options(of table: StoreTable) -> String { table.changesOften ? " WITH (fillfactor = 80)" : "" }
}
#endif
