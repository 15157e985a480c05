import AccountStore
import Accounts
import GRDB

/// One migration of the schema. From the first release on, migrations are only added: a released migration is never edited.
struct Migration: Sendable {
    /// 1 for the first. A file's `user_version` is the number of its last migration.
    let number: Int
    let name: String
    /// Whether the migration drops and recreates a table that others refer to. References are then checked at the end and not
    /// during the migration, because dropping the table would cascade (sqlite.org/lang_altertable.html, section 7).
    var rebuildsTables = false
    let sql: String

    /// All migrations in order.
    static let all: [Migration] = [.tables]

    /// Creates the tables that ``StoreTable`` describes. The first release freezes the generated script as text; later changes of a
    /// table are new migrations.
    static let tables = Migration(number: 1, name: "tables", sql: SQLiteDialect.schema)
}

extension [Migration] {
    /// The number of the last migration. Numbers ascend and may have gaps.
    var latest: Int { last?.number ?? 0 }
}

extension Database {
    /// Applies the missing ones of `migrations`, each in its own transaction. If another process does the same at the same time,
    /// the second one finds the migration done.
    ///
    /// Throws ``StoreError/Code/newerSchema`` for a file that a newer version of the program has changed.
    func migrate(by migrations: [Migration] = Migration.all) throws {
        for migration in migrations where try schemaNumber() < migration.number {
            // SQLite ignores this setting within a transaction.
            if migration.rebuildsTables { try execute(sql: "PRAGMA foreign_keys = OFF") }
            defer { if migration.rebuildsTables { try? execute(sql: "PRAGMA foreign_keys = ON") } }
            try inTransaction(.immediate) {
                let version = try schemaNumber()
                guard version <= migrations.latest else { throw StoreError.newerSchema(version) }
                guard version < migration.number else { return .rollback }
                try execute(sql: migration.sql)
                if migration.rebuildsTables { try checkForeignKeys() }
                try execute(sql: "PRAGMA user_version = \(migration.number)")
                try execute(sql: "PRAGMA application_id = \(StoreIdentity.applicationID)")
                return .commit
            }
        }
    }

    /// Returns the number of the last migration of this file.
    func schemaNumber() throws -> Int {
        try Int.fetchOne(self, sql: "PRAGMA user_version") ?? 0
    }
}

extension StoreError {
    static func newerSchema(_ version: Int) -> StoreError {
        StoreError(
            .newerSchema, reason: "the file has schema \(version), this program supports schemas up to \(Migration.all.latest)")
    }
}

/// The schema for SQLite: strict tables. A table whose rows are found only by random bytes has no row IDs.
enum SQLiteDialect: SchemaDialect {
    static func type(of column: StoreTable.Column) -> String {
        switch column.kind {
        case .integer, .flag: "INTEGER"
        case .text: "TEXT"
        case .identifier, .octets: "BLOB"
        }
    }

    static func length(of column: StoreTable.Column) -> String { "length(\(column.name))" }

    static func check(of column: StoreTable.Column) -> String? {
        switch column.kind {
        case .flag: "\(column.name) IN (0, 1)"
        case .identifier: "length(\(column.name)) = 16"
        case .integer, .text, .octets: nil
        }
    }

    static func number(_ numbering: StoreTable.Numbering) -> String {
        numbering == .neverReused ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "INTEGER PRIMARY KEY"
    }

    static func options(of table: StoreTable) -> String {
        let key = table.columns.filter { table.key.contains($0.name) }
        return key.map(\.kind) == [.integer] ? " STRICT" : " STRICT, WITHOUT ROWID"
    }
}

/// The mark that identifies a store file: SQLite's `application_id`, bytes 68 to 71 of the header.
enum StoreIdentity {
    /// `Ltch` in ASCII.
    static let applicationID: Int32 = 0x4C74_6368

    /// Checks a file before anything is changed. Throws ``StoreError`` for a file of another application, or of a newer version of
    /// this one.
    static func check(_ connection: Database) throws {
        let version = try connection.schemaNumber()
        guard version <= Migration.all.latest else { throw StoreError.newerSchema(version) }
        switch try Int32.fetchOne(connection, sql: "PRAGMA application_id") ?? 0 {
        case applicationID: return
        case 0 where version == 0:
            // A new file is empty. Any other file without the mark belongs to another application.
            let tables = try Int.fetchOne(connection, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            guard tables == 0 else { throw foreign }
        default: throw foreign
        }
    }

    private static var foreign: StoreError {
        StoreError(.unavailable, reason: "the file is another application's database")
    }
}
