package import Accounts

/// Where the tables keep the sealed values of one kind.
package struct SealedColumn: Sendable {
    package let kind: SealedKind
    package let table: String
    /// The column that identifies a row and orders the rows.
    package let key: String
    /// Selects the key, the octets, and what ``value(from:)`` needs to name the place.
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
        case .appleJob:
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

    /// The fingerprint in the header of a value. Indexes of the schema are over this expression.
    package var fingerprint: String { "substr(\(table).sealed, 2, 4)" }

    /// All fingerprints of the column. Each step finds the next one by the index, so that the number of values does not matter.
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

    /// Before all rows.
    package func start(after row: SealedRow?) -> any ParameterValue {
        switch row {
        case .number(let number): number
        case .digest(let digest): digest
        case nil: kind == .parkedAppleGrant ? Octets([]) : Int64.min
        }
    }

    /// One row of ``selection``.
    package func value(from columns: inout Columns<some StoredRow>) throws -> StoredSealedValue {
        let row: SealedRow = kind == .parkedAppleGrant ? .digest(try columns.next()) : .number(try columns.next())
        let octets = try columns.next(as: Octets.self).bytes
        let place: SealedPlace
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
        case .appleJob:
            let holdsCode = [JobKind.exchangeAppleCode, .revokeAppleCode].contains(try columns.next(as: JobKind.self))
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
