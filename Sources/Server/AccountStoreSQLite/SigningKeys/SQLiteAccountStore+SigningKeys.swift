import AccountTables
package import Accounts
import GRDB

extension SQLiteAccountStore {
    package func signingKeys(now: Timestamp) async throws -> [SealedSigningKey] {
        try await read { connection in
            try connection.all(
                """
                SELECT id, sealed, created_at, signs_until, verifies_until FROM signing_keys
                WHERE verifies_until > ? ORDER BY number DESC
                """, [now]
            ) { try SealedSigningKey(from: &$0) }
        }
    }

    package func add(_ key: SealedSigningKey, ifNewestIs newest: String?) async throws -> Bool {
        try await write { connection in
            // As the caller saw them: keys past their end are no longer listed, whether or not upkeep has removed them.
            let current: String? = try connection.first(
                "SELECT id FROM signing_keys WHERE verifies_until > ? ORDER BY number DESC LIMIT 1", [key.createdAt]
            ) { try $0.next() }
            guard current == newest else { return false }
            try connection.execute(
                cached: """
                    INSERT INTO signing_keys (id, sealed, created_at, signs_until, verifies_until) VALUES (?, ?, ?, ?, ?)
                    """,
                [key.id, Octets(key.sealed), key.createdAt, key.signsUntil, key.verifiesUntil])
            return true
        }
    }
}
