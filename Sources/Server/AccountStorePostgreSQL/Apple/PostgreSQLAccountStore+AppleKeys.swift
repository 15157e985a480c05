#if PostgreSQL
import AccountTables
package import Accounts

extension PostgreSQLAccountStore {
    package func keep(_ keys: KeptAppleKeys) async throws {
        _ = try await change(
            """
            INSERT INTO apple_keys (number, source, record, fetched_at) VALUES (1, $1, $2, $3)
            ON CONFLICT (number) DO UPDATE SET
                source = excluded.source, record = excluded.record, fetched_at = excluded.fetched_at
            """, [keys.source, Octets(keys.record), keys.fetchedAt])
    }

    package func keptAppleKeys() async throws -> KeptAppleKeys? {
        try await first("SELECT source, record, fetched_at FROM apple_keys WHERE number = 1") {
            KeptAppleKeys(
                source: try $0.next(), record: try $0.next(as: Octets.self).bytes, fetchedAt: try $0.next())
        }
    }
}
#endif
