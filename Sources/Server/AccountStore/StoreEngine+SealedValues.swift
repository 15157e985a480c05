package import Accounts
package import Secrets

extension StoreEngine {
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
            // The rows are in the order of their keys, so two servers that replace the same rows cannot deadlock.
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
            let parameters: [any ParameterValue] = [row, Octets(value.octets)]
            switch (value.kind, value.row) {
            case (.totpSecret, .number(let account)):
                let wasConfirmed = try connection.first(
                    "DELETE FROM totp_generators WHERE account = $1 AND sealed = $2 RETURNING confirmed_at IS NOT NULL", parameters
                ) { try $0.next(as: Bool.self) }
                guard let wasConfirmed else { return false }
                guard wasConfirmed else { break }
                try connection.settleFactors(of: account)
                try connection.insert(event, of: account)
            case (.appleRefreshToken, _):
                let forgotten = try connection.execute(
                    "UPDATE apple_tokens SET sealed = NULL, checked_at = NULL WHERE number = $1 AND sealed = $2", parameters)
                guard forgotten == 1 else { return false }
                try connection.queue(
                    "DELETE FROM jobs WHERE apple_token = $1 AND kind = $2", [row, JobKind.checkAppleToken])
            default:
                return try connection.execute(
                    "DELETE FROM \(column.table) WHERE \(column.key) = $1 AND sealed = $2", parameters) == 1
            }
            return true
        }
    }
}

/// The column in which the tables store the sealed values of one kind.
package struct SealedColumn: Sendable {
    package let kind: SealedKind
    package let table: String
    /// The column that identifies and orders the rows.
    package let key: String
    /// The statement that selects the key, the bytes, and the columns from which ``value(from:)`` determines the context.
    package let selection: String

    package init(of kind: SealedKind) {
        self.kind = kind
        switch kind {
        case .totpSecret:
            (table, key) = ("totp_generators", "account")
            selection = """
                SELECT totp_generators.account, totp_generators.sealed, totp_generators.id, accounts.id
                FROM totp_generators JOIN accounts ON accounts.number = totp_generators.account
                """
        case .signingKey:
            (table, key) = ("signing_keys", "number")
            selection = "SELECT number, sealed, id FROM signing_keys"
        case .appleRefreshToken:
            (table, key) = ("apple_tokens", "number")
            selection = """
                SELECT apple_tokens.number, apple_tokens.sealed, apple_identities.id, apple_tokens.client, accounts.id
                FROM apple_tokens JOIN apple_identities ON apple_identities.number = apple_tokens.identity
                    JOIN accounts ON accounts.number = apple_identities.account
                """
        case .job:
            (table, key) = ("jobs", "number")
            selection = """
                SELECT jobs.number, jobs.sealed, jobs.kind, coalesce(apple_identities.id, jobs.identity),
                    coalesce(apple_tokens.client, jobs.client), accounts.id
                FROM jobs LEFT JOIN apple_tokens ON apple_tokens.number = jobs.apple_token
                    LEFT JOIN apple_identities ON apple_identities.number = apple_tokens.identity
                    LEFT JOIN accounts ON accounts.number = apple_identities.account
                """
        case .parkedAppleGrant:
            (table, key) = ("apple_parked", "completion")
            selection = "SELECT completion, sealed, flow FROM apple_parked"
        }
    }

    /// The fingerprint in the header of a value. The schema has indexes on this expression.
    package var fingerprint: String { "substr(\(table).sealed, 2, 4)" }

    /// Selects all fingerprints of the column. Each step finds the next one through the index, so the cost does not depend on the
    /// number of values.
    package var fingerprints: String {
        """
        WITH RECURSIVE found(fingerprint) AS (
            SELECT (SELECT \(fingerprint) FROM \(table) WHERE sealed IS NOT NULL ORDER BY \(fingerprint) LIMIT 1)
            UNION ALL
            SELECT (
                SELECT \(fingerprint) FROM \(table)
                WHERE sealed IS NOT NULL AND \(fingerprint) > found.fingerprint ORDER BY \(fingerprint) LIMIT 1
            ) FROM found WHERE found.fingerprint IS NOT NULL
        )
        SELECT fingerprint FROM found WHERE fingerprint IS NOT NULL
        """
    }

    /// Returns a parameter that precedes the keys of all rows.
    package func start(after row: SealedRow?) -> any ParameterValue {
        switch row {
        case .number(let number): number
        case .digest(let digest): digest
        case nil: kind == .parkedAppleGrant ? Octets([]) : Int64.min
        }
    }

    /// Reads one row of ``selection``.
    package func value(from columns: inout Columns) throws -> StoredSealedValue {
        let row: SealedRow = kind == .parkedAppleGrant ? .digest(try columns.next()) : .number(try columns.next())
        let octets = try columns.next(as: Octets.self).bytes
        let place: SealingContext
        var account: AccountID?
        switch kind {
        case .totpSecret:
            let (id, owner) = (try columns.next(as: TOTPID.self), try columns.next(as: AccountID.self))
            place = .totpSecret(id, of: owner)
            account = owner
        case .signingKey: place = .signingKey(id: try columns.next())
        case .appleRefreshToken:
            place = .appleRefreshToken(try columns.next(), try columns.next())
            account = try columns.next()
        case .job:
            let kind = try columns.next(as: JobKind.self)
            if kind == .mail {
                place = .mail(try columns.next())
                break
            }
            let holdsCode = [JobKind.exchangeAppleCode, .revokeAppleCode].contains(kind)
            let (identity, client) = (try columns.next(as: AppleIdentityID.self), try columns.next(as: AppleClientID.self))
            place = holdsCode ? .appleCode(identity, client) : .appleRefreshToken(identity, client)
            account = try columns.nextIfPresent()
        case .parkedAppleGrant:
            let (flow, completion) = (try columns.nextIfPresent(as: AppleFlow.self), row)
            guard case .digest(let digest) = completion else { throw StoreError(.corrupt, reason: "column completion is empty") }
            place = flow == nil ? .parkedAppleRefreshToken(digest) : .parkedAppleCode(digest)
        }
        return StoredSealedValue(kind: kind, row: row, place: place, octets: octets, account: account)
    }
}

extension SealedRow {
    /// The row's key as a parameter.
    package var parameter: any ParameterValue {
        switch self {
        case .number(let number): number
        case .digest(let digest): digest
        }
    }
}
