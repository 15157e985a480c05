package import Secrets

/// The sealed values of a store under the master keys of this deployment: how a rotation of the key reaches what is stored.
package struct SealedValues: Sendable {
    private let stores: any SealedValueStore
    private let keys: MasterKeys
    private let random: any RandomBytes
    private let batch: Int

    /// - Parameter batch: how many values one transaction replaces.
    package init(stores: any SealedValueStore, keys: MasterKeys, random: any RandomBytes, batch: Int = 100) {
        self.stores = stores
        self.keys = keys
        self.random = random
        self.batch = batch
    }

    /// The values that no configured key opens, counted by kind and key.
    package func underUnknownKeys() async throws -> [SealedCount] {
        let known = Set(keys.fingerprints)
        return try await counts { !known.contains($0) }
    }

    /// The values that a key other than the current one seals, counted by kind and key.
    package func underOtherKeys() async throws -> [SealedCount] {
        try await counts { $0 != keys.current.fingerprint }
    }

    /// Seals every value again that a previous key sealed. Batches may run at several servers at once: a value is replaced once, and one
    /// that changes meanwhile is left to the next run. A run that is cancelled or fails keeps what it has replaced.
    ///
    /// - Parameter progress: called after each batch with the number of values seen since the last call.
    package func reseal(progress: @Sendable (Int) -> Void = { _ in }) async throws -> ResealingReport {
        var report = ResealingReport()
        let previous = Set(keys.previous.map(\.fingerprint)).subtracting([keys.current.fingerprint])
        for kind in SealedKind.allCases {
            for key in try await stores.sealingKeys(of: kind) where previous.contains(key) {
                try await forEachPage(of: kind, under: key) { values in
                    var replacements: [SealedReplacement] = []
                    for value in values {
                        guard let secret = open(value) else {
                            report.unopened.append(value)
                            continue
                        }
                        let sealed = try keys.sealingKeys(for: value.place.purpose).seal(secret, in: value.place, random: random)
                        replacements.append(SealedReplacement(of: value, by: sealed))
                    }
                    report.resealed += replacements.isEmpty ? 0 : try await stores.replace(replacements)
                    progress(values.count)
                }
            }
        }
        return report
    }

    /// Opens every value, and finds those that do not open.
    package func check() async throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        let known = Set(keys.fingerprints)
        for kind in SealedKind.allCases {
            for key in try await stores.sealingKeys(of: kind) {
                guard known.contains(key) else {
                    let count = try await stores.countSealedValues(kind, under: key)
                    findings.append(
                        StoreFinding(.sealedValue, "\(kind.rawValue): \(count) under key \(key), which is not configured"))
                    continue
                }
                try await forEachPage(of: kind, under: key) { values in
                    findings += values.filter { open($0) == nil }.map(\.damage)
                }
            }
        }
        return findings
    }

    /// Removes every value that names this key, with what depends on it.
    ///
    /// - Parameter key: must not be a configured one; the caller checks that.
    /// - Parameter report: called with each value that is gone.
    package func forget(
        _ key: KeyFingerprint, by client: Client, now: Timestamp, report: (StoredSealedValue) -> Void
    ) async throws {
        for kind in SealedKind.allCases {
            try await forEachPage(of: kind, under: key) { values in
                for value in values {
                    let event = AuditEvent(
                        id: AuditEventID(random: random), kind: .totpRemoved, account: value.account, at: now, client: client)
                    if try await stores.forget(value, event: event) { report(value) }
                }
            }
        }
    }

    private func open(_ value: StoredSealedValue) -> SecretBytes? {
        guard let sealed = try? Sealed(bytes: value.octets) else { return nil }
        return try? keys.sealingKeys(for: value.place.purpose).open(sealed, in: value.place)
    }

    private func counts(_ isCounted: (KeyFingerprint) -> Bool) async throws -> [SealedCount] {
        var counts: [SealedCount] = []
        for kind in SealedKind.allCases {
            for key in try await stores.sealingKeys(of: kind) where isCounted(key) {
                counts.append(
                    SealedCount(kind: kind, key: key, count: try await stores.countSealedValues(kind, under: key)))
            }
        }
        return counts
    }

    private func forEachPage(
        of kind: SealedKind, under key: KeyFingerprint, _ body: ([StoredSealedValue]) async throws -> Void
    ) async throws {
        var last: SealedRow?
        while true {
            try Task.checkCancellation()
            let page = try await stores.sealedValues(kind, under: key, after: last, limit: batch)
            if page.isEmpty { return }
            try await body(page)
            last = page.last?.row
        }
    }
}

extension StoredSealedValue {
    /// The finding for a value whose key is there and that does not open.
    package var damage: StoreFinding {
        StoreFinding(
            .sealedValue, "\(kind.rawValue) in row \(row) does not open: its octets or the row they are bound to were changed")
    }
}

extension SealedRow: CustomStringConvertible {
    /// The number, or the start of the digest.
    package var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .digest(let digest): "\(KeyFingerprint(bytes: Array(digest.bytes.prefix(4))))…"
        }
    }
}

/// How many values of one kind name one key.
package struct SealedCount: Hashable, Sendable {
    package let kind: SealedKind
    package let key: KeyFingerprint
    package let count: Int
}

/// What a resealing run did.
package struct ResealingReport: Sendable {
    /// How many values are under the current key now.
    package internal(set) var resealed = 0
    /// Values whose key is configured and that do not open.
    package internal(set) var unopened: [StoredSealedValue] = []
}

/// What a sealed value of a store is bound to: it opens in this place and in no other.
package enum SealedPlace: Hashable, Sendable {
    case totpSecret(TOTPID, of: AccountID)
    /// The private half of a key that signs access tokens.
    case signingKey(id: String)
    case appleRefreshToken(AppleIdentityID, AppleClientID)
    case appleCode(AppleIdentityID, AppleClientID)
    /// A grant of a web sign-in that its browser has not finished.
    case parkedAppleRefreshToken(TokenDigest)
    case parkedAppleCode(TokenDigest)

    /// Which subkey of the master key seals it.
    package var purpose: KeyPurpose {
        switch self {
        case .totpSecret: .totpSecrets
        case .signingKey: .signingKeys
        case .appleRefreshToken, .appleCode, .parkedAppleRefreshToken, .parkedAppleCode: .appleTokens
        }
    }

    /// The associated data of the seal.
    package var associatedData: [UInt8] {
        switch self {
        case .totpSecret(let id, let account): Array("totp\n\(account)\n\(id)".utf8)
        case .signingKey(let id): Array(id.utf8)
        case .appleRefreshToken(let identity, let client): Array("apple refresh-token\n\(identity)\n\(client)".utf8)
        case .appleCode(let identity, let client): Array("apple code\n\(identity)\n\(client)".utf8)
        case .parkedAppleRefreshToken(let completion): Array("apple parked refresh-token\n".utf8) + completion.bytes
        case .parkedAppleCode(let completion): Array("apple parked code\n".utf8) + completion.bytes
        }
    }
}

extension SealingKeys {
    /// Seals for one place. The place says which purpose these keys must have.
    package func seal(_ secret: SecretBytes, in place: SealedPlace, random: some RandomBytes) throws(SealingError) -> Sealed {
        try seal(secret, boundTo: place.associatedData, random: random)
    }

    /// Opens what was sealed for this place. Throws as ``open(_:boundTo:)`` does.
    package func open(_ sealed: Sealed, in place: SealedPlace) throws(SealingError) -> SecretBytes {
        try open(sealed, boundTo: place.associatedData)
    }
}

extension KeyPurpose {
    package static let totpSecrets = KeyPurpose("totp-secrets")
    package static let signingKeys = KeyPurpose("access-token-signing-keys")
    package static let appleTokens = KeyPurpose("apple-tokens")
}
