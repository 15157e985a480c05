package import Secrets

/// Provides all sealed values of a store by kind, for the rotation of the master key.
package protocol SealedValueStore: Sendable {
    /// Returns the fingerprints of the keys that seal values of one kind. Uses an index, so it is fast for any number of values.
    func sealingKeys(of kind: SealedKind) async throws -> [KeyFingerprint]

    /// Returns the number of values of one kind under this key.
    func countSealedValues(_ kind: SealedKind, under key: KeyFingerprint) async throws -> Int

    /// Returns at most `limit` values of one kind under this key, in the order of their rows, after the given row.
    func sealedValues(
        _ kind: SealedKind, under key: KeyFingerprint, after row: SealedRow?, limit: Int
    ) async throws -> [StoredSealedValue]

    /// Replaces values in one transaction, except those whose row has changed or was deleted in the meantime. Returns the number of
    /// changed rows.
    func replace(_ replacements: [SealedReplacement]) async throws -> Int

    /// Removes a value together with the records that depend on it. Returns false and removes nothing if the row has changed or was
    /// deleted in the meantime.
    ///
    /// - Parameter event: recorded if an account loses its TOTP generator.
    func forget(_ value: StoredSealedValue, event: AuditEvent) async throws -> Bool
}

extension SealedValueStore {
    /// Whether the store contains any sealed value.
    package var holdsSealedValues: Bool {
        get async throws {
            for kind in SealedKind.allCases where try await !sealingKeys(of: kind).isEmpty { return true }
            return false
        }
    }
}

/// The kinds of sealed values, one for each table that contains some. The raw values appear in the output of commands.
package enum SealedKind: String, CaseIterable, Sendable {
    case totpSecret = "totp-secret"
    case signingKey = "signing-key"
    case appleRefreshToken = "apple-refresh-token"
    /// A code, refresh token or message that waits in a job.
    case job = "job"
    /// The grant of a web sign-in that the browser has not finished.
    case parkedAppleGrant = "apple-web-sign-in"
}

/// The key of a row that contains a sealed value.
package enum SealedRow: Hashable, Sendable {
    case number(Int64)
    case digest(TokenDigest)
}

/// A sealed value as a store keeps it.
package struct StoredSealedValue: Hashable, Sendable {
    package let kind: SealedKind
    package let row: SealedRow
    package let place: SealingContext
    /// The bytes of the column. Damage may have turned them into something other than a ``Sealed``.
    package let octets: [UInt8]
    /// The owner; nil for a signing key, an unfinished web sign-in, a message, and a job that outlived its account.
    package let account: AccountID?

    package init(kind: SealedKind, row: SealedRow, place: SealingContext, octets: [UInt8], account: AccountID?) {
        self.kind = kind
        self.row = row
        self.place = place
        self.octets = octets
        self.account = account
    }
}

/// A value to replace, with its replacement.
package struct SealedReplacement: Sendable {
    package let value: StoredSealedValue
    package let sealed: Sealed

    package init(of value: StoredSealedValue, by sealed: Sealed) {
        self.value = value
        self.sealed = sealed
    }
}
