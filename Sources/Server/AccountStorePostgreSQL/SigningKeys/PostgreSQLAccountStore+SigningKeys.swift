#if PostgreSQL
import AccountTables
package import Accounts

extension PostgreSQLAccountStore {
    package func signingKeys(now: Timestamp) async throws -> [SealedSigningKey] {
        try await all(
            """
            SELECT id, sealed, created_at, signs_until, verifies_until FROM signing_keys
            WHERE verifies_until > $1 ORDER BY number DESC
            """, [now]
        ) { try SealedSigningKey(from: &$0) }
    }

    package func add(_ key: SealedSigningKey, ifNewestIs newest: String?) async throws -> Bool {
        try await write { connection in
            // There may be no row to lock yet.
            try connection.queue("LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE")
            // As the caller saw them: keys past their end are no longer listed, whether or not upkeep has removed them.
            let current: String? = try connection.first(
                "SELECT id FROM signing_keys WHERE verifies_until > $1 ORDER BY number DESC LIMIT 1", [key.createdAt]
            ) { try $0.next() }
            guard current == newest else { return false }
            try connection.queue(
                "INSERT INTO signing_keys (id, sealed, created_at, signs_until, verifies_until) VALUES ($1, $2, $3, $4, $5)",
                [key.id, Octets(key.sealed), key.createdAt, key.signsUntil, key.verifiesUntil])
            return true
        }
    }
}
#endif
