import GRDB

/// One step of the keychain file's schema. Steps are only ever added: what ran somewhere is never edited, and none names a type of this
/// program.
struct Migration: Sendable {
    /// 1 for the first; a file's `user_version` is the number of its last.
    let number: Int
    let sql: String

    static let all: [Migration] = [
        .keychain, .sensorEnrolment, .installedApps, .keyPasswords, .renewedClassKeys, .usage, .faceConsents,
    ]
}

extension Database {
    /// Brings the schema up to the last of `migrations`, each step in a transaction of its own.
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
