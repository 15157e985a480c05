package import Accounts

extension StoreEngine {
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
            try connection.lockSigningKeys()
            // Compares with what the caller saw: expired keys are not listed, whether or not maintenance has removed them.
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

extension SealedSigningKey {
    package init(from columns: inout Columns) throws {
        self.init(
            id: try columns.next(), sealed: try columns.next(as: Octets.self).bytes, createdAt: try columns.next(),
            signsUntil: try columns.next(), verifiesUntil: try columns.next())
    }
}

extension StoreEngine {
    package func keep(_ keys: StoredAppleKeys) async throws {
        _ = try await change(
            """
            INSERT INTO apple_keys (number, source, record, fetched_at) VALUES (1, $1, $2, $3)
            ON CONFLICT (number) DO UPDATE SET
                source = excluded.source, record = excluded.record, fetched_at = excluded.fetched_at
            """, [keys.source, Octets(keys.record), keys.fetchedAt])
    }

    package func storedAppleKeys() async throws -> StoredAppleKeys? {
        try await first("SELECT source, record, fetched_at FROM apple_keys WHERE number = 1") {
            StoredAppleKeys(
                source: try $0.next(), record: try $0.next(as: Octets.self).bytes, fetchedAt: try $0.next())
        }
    }
}
