#if PostgreSQL
import AccountTables
package import Accounts
package import Secrets

extension PostgreSQLAccountStore {
    package func sealingKeys(of kind: SealedKind) async throws -> [KeyFingerprint] {
        try await all(SealedColumn(of: kind).fingerprints) { KeyFingerprint(bytes: try $0.next(as: Octets.self).bytes) }
    }

    package func countSealedValues(_ kind: SealedKind, under key: KeyFingerprint) async throws -> Int {
        let column = SealedColumn(of: kind)
        return try await first(
            "SELECT count(*) FROM \(column.table) WHERE sealed IS NOT NULL AND \(column.fingerprint) = $1", [Octets(key.bytes)]
        ) { try $0.next() } ?? 0
    }

    package func sealedValues(
        _ kind: SealedKind, under key: KeyFingerprint, after row: SealedRow?, limit: Int
    ) async throws -> [StoredSealedValue] {
        let column = SealedColumn(of: kind)
        return try await all(
            """
            \(column.selection) WHERE \(column.table).sealed IS NOT NULL AND \(column.fingerprint) = $1
            AND \(column.table).\(column.key) > $2 ORDER BY \(column.table).\(column.key) LIMIT $3
            """, [Octets(key.bytes), column.start(after: row), limit]
        ) { try column.value(from: &$0) }
    }

    package func replace(_ replacements: [SealedReplacement]) async throws -> Int {
        try await write { connection in
            // Rows in the order of their keys: two servers that replace the same rows wait for each other in one direction.
            try replacements.reduce(0) { count, replacement in
                let (column, value) = (SealedColumn(of: replacement.value.kind), replacement.value)
                return try count
                    + connection.execute(
                        "UPDATE \(column.table) SET sealed = $1 WHERE \(column.key) = $2 AND sealed = $3",
                        [replacement.sealed, value.row.parameter, Octets(value.octets)])
            }
        }
    }

    package func forget(_ value: StoredSealedValue, event: AuditEvent) async throws -> Bool {
        let column = SealedColumn(of: value.kind)
        return try await write { connection in
            let row = value.row.parameter
            if let account = value.account { _ = try connection.lock(account) }
            let isThere = try connection.first(
                "SELECT 1 FROM \(column.table) WHERE \(column.key) = $1 AND sealed = $2 FOR UPDATE", [row, Octets(value.octets)]
            ) { try $0.next(as: Int.self) }
            guard isThere == 1 else { return false }
            switch (value.kind, value.row) {
            case (.totpSecret, .number(let account)):
                let wasConfirmed = try connection.execute(
                    "DELETE FROM totp_generators WHERE account = $1 AND confirmed_at IS NOT NULL", [account])
                try connection.queue("DELETE FROM totp_generators WHERE account = $1", [account])
                guard wasConfirmed == 1 else { break }
                try connection.settleFactors(of: account)
                try connection.insert(event, of: account)
            case (.appleRefreshToken, _):
                try connection.queue("UPDATE apple_tokens SET sealed = NULL, checked_at = NULL WHERE number = $1", [row])
                try connection.queue(
                    "DELETE FROM jobs WHERE apple_token = $1 AND kind = $2", [row, JobKind.checkAppleToken])
            default:
                try connection.queue("DELETE FROM \(column.table) WHERE \(column.key) = $1", [row])
            }
            return true
        }
    }
}
#endif
