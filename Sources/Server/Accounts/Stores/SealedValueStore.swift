package import Secrets

/// All sealed values of a store, by kind, for the rotation of the master key.
package protocol SealedValueStore: Sendable {
    /// The fingerprints that the values of one kind name. Finds them by an index, however many values there are.
    func sealingKeys(of kind: SealedKind) async throws -> [KeyFingerprint]

    /// How many values of one kind name this key.
    func countSealedValues(_ kind: SealedKind, under key: KeyFingerprint) async throws -> Int

    /// Values of one kind that name this key, in the order of their rows, after the given row. At most `limit`.
    func sealedValues(
        _ kind: SealedKind, under key: KeyFingerprint, after row: SealedRow?, limit: Int
    ) async throws -> [StoredSealedValue]

    /// Puts each replacement in the place of the value it was made from, unless that row has changed or gone meanwhile. All in one
    /// transaction. Returns how many rows changed.
    func replace(_ replacements: [SealedReplacement]) async throws -> Int

    /// Removes a value together with everything that depends on it, unless the row has changed or gone meanwhile. False where it has.
    ///
    /// - Parameter event: recorded where an account loses its generator of one-time codes.
    func forget(_ value: StoredSealedValue, event: AuditEvent) async throws -> Bool
}

extension SealedValueStore {
    /// Whether there is any sealed value.
    package var holdsSealedValues: Bool {
        get async throws {
            for kind in SealedKind.allCases where try await !sealingKeys(of: kind).isEmpty { return true }
            return false
        }
    }
}

/// The kinds of sealed values, one for each table that holds some. The raw values appear in the output of commands.
package enum SealedKind: String, CaseIterable, Sendable {
    case totpSecret = "totp-secret"
    case signingKey = "signing-key"
    case appleRefreshToken = "apple-refresh-token"
    /// A code or a refresh token that waits in a job.
    case appleJob = "apple-job"
    /// A grant of a web sign-in that its browser has not finished.
    case parkedAppleGrant = "apple-web-sign-in"
}

/// The key of a row that holds a sealed value.
package enum SealedRow: Hashable, Sendable {
    case number(Int64)
    case digest(TokenDigest)
}

/// A sealed value as a store keeps it.
package struct StoredSealedValue: Hashable, Sendable {
    package let kind: SealedKind
    package let row: SealedRow
    package let place: SealedPlace
    /// The octets of the column; damage may have made them something other than a ``Sealed``.
    package let octets: [UInt8]
    /// Whose value it is; nil for a signing key, a web sign-in under way, and a job that outlived its account.
    package let account: AccountID?

    package init(kind: SealedKind, row: SealedRow, place: SealedPlace, octets: [UInt8], account: AccountID?) {
        self.kind = kind
        self.row = row
        self.place = place
        self.octets = octets
        self.account = account
    }
}

/// A value to be replaced, and what replaces it.
package struct SealedReplacement: Sendable {
    package let value: StoredSealedValue
    package let sealed: Sealed

    package init(of value: StoredSealedValue, by sealed: Sealed) {
        self.value = value
        self.sealed = sealed
    }
}
