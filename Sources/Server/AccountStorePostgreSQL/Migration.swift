#if PostgreSQL
import AccountStore
import Accounts
import Foundation

/// One step of the schema. From the first release on, steps are only added: what a released version has run somewhere is never edited.
struct Migration: Sendable {
    /// 1 for the first; a database's version is the number of its last.
    let number: Int
    let name: String
    let sql: String

    /// All steps in order.
    static let all: [Migration] = [.tables]

    /// The tables as ``StoreTable`` describes them. The first release keeps the script that this makes as text; what changes a table afterwards
    /// is a step.
    static let tables = Migration(number: 1, name: "tables", sql: PostgreSQLDialect.schema)
}

extension [Migration] {
    /// The number of the last step. Numbers ascend, and may have gaps.
    var latest: Int { last?.number ?? 0 }
}

extension Connection {
    /// Brings the schema up to the last of `migrations`, each in a transaction of its own. Of several servers that do this at once, one
    /// does it and the others wait until it is done, however long that is.
    ///
    /// A step does not wait for a table that somebody holds, such as a backup: whoever wants the table would wait behind it. It gives way and
    /// tries again.
    ///
    /// Throws ``StoreError/Code/newerSchema`` for a database that a newer program has changed, `failed` for one in which another
    /// application has a table of the same name, and `unavailable` when a table is held longer than `patience` lasts.
    func migrate(by migrations: [Migration] = Migration.all, patience: MigrationPatience = MigrationPatience()) throws {
        try run(script: Self.beginning)
        guard try schemaNumber() <= migrations.latest else { throw StoreError.newerSchema(try schemaNumber()) }
        for migration in migrations where try schemaNumber() < migration.number {
            try patience.run { try run(script: migration.script(waiting: patience.lock)) }
        }
        let version = try schemaNumber()
        guard version <= migrations.latest else { throw StoreError.newerSchema(version) }
    }

    /// The number of the last migration that this database has seen.
    func schemaNumber() throws -> Int {
        try first("SELECT coalesce(max(number), 0) FROM latchkey_schema") { try $0.next() } ?? 0
    }

    /// Any number, the same in every version.
    static let migrationLock: Int64 = 0x4C74_6368_0001

    /// As long as somebody else migrates, waiting is right: hence scripts, which wait without the limits of a statement.
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

/// How a step of the schema waits for a table that somebody holds.
struct MigrationPatience: Sendable {
    /// How long it stands in the queue for the table, in which everybody else then waits behind it.
    var lock: Duration = .seconds(2)
    /// How long it stays out of the queue before it tries again.
    var pause: Duration = .seconds(1)
    var attempts = 40

    fileprivate func run(_ step: () throws -> Void) throws {
        for _ in 1..<attempts {
            do {
                return try step()
            } catch let error as PostgreSQLError where error.cause == .refused("55P03") {
                Thread.sleep(forTimeInterval: Double(pause.wholeMilliseconds) / 1_000)
            }
        }
        try step()
    }
}

extension Migration {
    /// The step as one script, which does nothing where another server has done it in the meantime.
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
            .newerSchema, reason: "the database has schema \(version), this program knows schemas up to \(Migration.all.latest)")
    }
}

/// Tables as PostgreSQL defines them.
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

    /// PostgreSQL reuses no number in any case.
    static func number(_ numbering: StoreTable.Numbering) -> String { "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY" }

    static func options(of table: StoreTable) -> String { table.changesOften ? " WITH (fillfactor = 80)" : "" }
}
#endif
