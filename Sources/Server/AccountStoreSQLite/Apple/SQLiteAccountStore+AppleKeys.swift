import AccountTables
package import Accounts
import GRDB

extension SQLiteAccountStore {
    package func keep(_ keys: KeptAppleKeys) async throws {
        _ = try await write { connection in
            try connection.execute(
                cached: """
                    INSERT INTO apple_keys (number, source, record, fetched_at) VALUES (1, ?, ?, ?)
                    ON CONFLICT (number) DO UPDATE SET
                        source = excluded.source, record = excluded.record, fetched_at = excluded.fetched_at
                    """, [keys.source, Octets(keys.record), keys.fetchedAt])
        }
    }

    package func keptAppleKeys() async throws -> KeptAppleKeys? {
        try await read { connection in
            try connection.first("SELECT source, record, fetched_at FROM apple_keys WHERE number = 1") {
                KeptAppleKeys(
                    source: try $0.next(), record: try $0.next(as: Octets.self).bytes, fetchedAt: try $0.next())
            }
        }
    }
}
