import AccountStore
import Accounts
import GRDB

/// One step of the schema. From the first release on, steps are only added: what a released version has run somewhere is never edited.
struct Migration: Sendable {
    /// 1 for the first; a file's `user_version` is the number of its last.
    let number: Int
    let name: String
    /// Whether a table that others refer to is dropped and made anew: then references are checked at the end of the step and not during
    /// it, since dropping would cascade (sqlite.org/lang_altertable.html, section 7).
    let rebuildsTables: Bool
    let sql: String

    init(number: Int, name: String, rebuildsTables: Bool = false, sql: String) {
        self.number = number
        self.name = name
        self.rebuildsTables = rebuildsTables
        self.sql = sql
    }

    /// All steps in order.
    static let all: [Migration] = [.tables]

    /// The tables as ``StoreTable`` describes them. The first release keeps the script that this makes as text; what changes a table afterwards
    /// is a step.
    static let tables = Migration(number: 1, name: "tables", sql: SQLiteDialect.schema)
}

extension [Migration] {
    /// The number of the last step. Numbers ascend, and may have gaps.
    var latest: Int { last?.number ?? 0 }
}

extension Database {
    /// Brings the schema up to the last of `migrations`, each in a transaction of its own. Another process may do the same at the
    /// same time: whoever comes second finds the step done.
    ///
    /// Throws ``StoreError/Code/newerSchema`` for a file that a newer program has changed.
    func migrate(by migrations: [Migration] = Migration.all) throws {
        for migration in migrations where try schemaNumber() < migration.number {
            // Within a transaction SQLite does not change this setting.
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

    /// The number of the last migration that this file has seen.
    func schemaNumber() throws -> Int {
        try Int.fetchOne(self, sql: "PRAGMA user_version") ?? 0
    }
}

extension StoreError {
    static func newerSchema(_ version: Int) -> StoreError {
        StoreError(
            .newerSchema, reason: "the file has schema \(version), this program knows schemas up to \(Migration.all.latest)")
    }
}

/// Tables as SQLite defines them: strict, and one tree for those that are found by random octets alone.
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

/// How a file says whose it is: SQLite's `application_id`, bytes 68 to 71 of the header.
enum StoreIdentity {
    /// `Ltch` in ASCII.
    static let applicationID: Int32 = 0x4C74_6368

    /// Looks before anything is changed. Throws ``StoreError`` for a file of another application, or of a newer version of this one.
    static func check(_ connection: Database) throws {
        let version = try connection.schemaNumber()
        guard version <= Migration.all.latest else { throw StoreError.newerSchema(version) }
        switch try Int32.fetchOne(connection, sql: "PRAGMA application_id") ?? 0 {
        case applicationID: return
        case 0 where version == 0:
            // A new file has nothing in it yet. Anything else without a mark belongs to somebody.
            let tables = try Int.fetchOne(connection, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            guard tables == 0 else { throw foreign }
        default: throw foreign
        }
    }

    private static var foreign: StoreError {
        StoreError(.unavailable, reason: "the file is a database of another application")
    }
}
