import Accounts
import GRDB

/// One step of the schema. Steps are only ever added: what a released version has run somewhere is never edited, and none of them
/// names a type of this program, since types change and files in the field do not.
struct Migration: Sendable {
    /// 1 for the first; a file's `user_version` is the number of its last.
    let number: Int
    let name: String
    let sql: String

    /// All steps in order.
    static let all: [Migration] = [.accounts]
}

extension Database {
    /// Brings the schema up to the last of `migrations`, each in a transaction of its own. Another process may do the same at the
    /// same time: whoever comes second finds the step done.
    ///
    /// Throws ``StoreError/Code/newerSchema`` for a file that a newer program has changed.
    func migrate(by migrations: [Migration] = Migration.all) throws {
        for migration in migrations {
            try inTransaction(.immediate) {
                let version = try schemaNumber()
                guard version <= migrations.count else { throw StoreError.newerSchema(version) }
                guard version == migration.number - 1 else { return .rollback }
                try execute(sql: migration.sql)
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
            .newerSchema, reason: "the file has schema \(version), this program knows schemas up to \(Migration.all.count)")
    }
}
