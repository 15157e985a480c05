import GRDB

/// One migration of the keychain file's schema. From the first release on, migrations are only added: a released migration is never
/// edited. A migration does not refer to a type of this program.
struct Migration: Sendable {
    /// The number of the migration; 1 for the first. A file's `user_version` is the number of its last migration.
    let number: Int
    let sql: String

    /// All migrations in order.
    static let all: [Migration] = [.keychain]
}

extension Database {
    /// Applies the migrations that the file lacks, each in a separate transaction.
    func migrate(by migrations: [Migration] = Migration.all) throws {
        for migration in migrations where try schemaNumber() < migration.number {
            try inTransaction(.immediate) {
                try execute(sql: migration.sql)
                try execute(sql: "PRAGMA user_version = \(migration.number)")
                try execute(sql: "PRAGMA application_id = \(KeychainFile.applicationID)")
                return .commit
            }
        }
    }

    func schemaNumber() throws -> Int {
        try Int.fetchOne(self, sql: "PRAGMA user_version") ?? 0
    }
}
