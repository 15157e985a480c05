import AccountTables
package import Accounts
import GRDB
package import Secrets

extension SQLiteAccountStore {
    package func sealingKeys(of kind: SealedKind) async throws -> [KeyFingerprint] {
        try await read { connection in
            try connection.all(SealedColumn(of: kind).fingerprints) { KeyFingerprint(bytes: try $0.next(as: Octets.self).bytes) }
        }
    }

    package func countSealedValues(_ kind: SealedKind, under key: KeyFingerprint) async throws -> Int {
        let column = SealedColumn(of: kind)
        return try await read { connection in
            try connection.first(
                "SELECT count(*) FROM \(column.table) WHERE sealed IS NOT NULL AND \(column.fingerprint) = ?", [Octets(key.bytes)]
            ) { try $0.next() } ?? 0
        }
    }

    package func sealedValues(
        _ kind: SealedKind, under key: KeyFingerprint, after row: SealedRow?, limit: Int
    ) async throws -> [StoredSealedValue] {
        let column = SealedColumn(of: kind)
        return try await read { connection in
            try connection.all(
                """
                \(column.selection) WHERE \(column.table).sealed IS NOT NULL AND \(column.fingerprint) = ?
                AND \(column.table).\(column.key) > ? ORDER BY \(column.table).\(column.key) LIMIT ?
                """, [Octets(key.bytes), column.start(after: row), limit]
            ) { try column.value(from: &$0) }
        }
    }

    package func replace(_ replacements: [SealedReplacement]) async throws -> Int {
        try await write { connection in
            try replacements.reduce(0) { count, replacement in
                let (column, value) = (SealedColumn(of: replacement.value.kind), replacement.value)
                return try count
                    + connection.execute(
                        cached: "UPDATE \(column.table) SET sealed = ? WHERE \(column.key) = ? AND sealed = ?",
                        [replacement.sealed, value.row.parameter, Octets(value.octets)])
            }
        }
    }

    package func forget(_ value: StoredSealedValue, event: AuditEvent) async throws -> Bool {
        let column = SealedColumn(of: value.kind)
        return try await write { connection in
            let row = value.row.parameter
            let isThere = try connection.first(
                "SELECT 1 FROM \(column.table) WHERE \(column.key) = ? AND sealed = ?", [row, Octets(value.octets)]
            ) { try $0.next(as: Int.self) }
            guard isThere == 1 else { return false }
            switch (value.kind, value.row) {
            case (.totpSecret, .number(let account)):
                let wasConfirmed = try connection.execute(
                    cached: "DELETE FROM totp_generators WHERE account = ? AND confirmed_at IS NOT NULL", [account])
                try connection.execute(cached: "DELETE FROM totp_generators WHERE account = ?", [account])
                guard wasConfirmed == 1 else { break }
                try connection.settleFactors(of: account)
                try connection.insert(event, of: account)
            case (.appleRefreshToken, _):
                try connection.execute(cached: "UPDATE apple_tokens SET sealed = NULL, checked_at = NULL WHERE number = ?", [row])
                try connection.execute(
                    cached: "DELETE FROM jobs WHERE apple_token = ? AND kind = ?", [row, JobKind.checkAppleToken])
            default:
                try connection.execute(cached: "DELETE FROM \(column.table) WHERE \(column.key) = ?", [row])
            }
            return true
        }
    }
}
