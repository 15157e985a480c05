package import Secrets

/// Re-encrypts, checks and removes the sealed values of a store, for rotating the master key.
package struct SealedValues: Sendable {
    private let stores: any SealedValueStore
    private let keys: MasterKeys
    private let random: any RandomBytes
    private let batch: Int

    /// - Parameter batch: the number of values replaced in one transaction.
    package init(stores: any SealedValueStore, keys: MasterKeys, random: any RandomBytes, batch: Int = 100) {
        self.stores = stores
        self.keys = keys
        self.random = random
        self.batch = batch
    }

    /// Counts the values that no configured key can open, by kind and key.
    package func underUnknownKeys() async throws -> [SealedCount] {
        let known = Set(keys.fingerprints)
        return try await counts { !known.contains($0) }
    }

    /// Counts the values sealed under a key other than the current one, by kind and key.
    package func underOtherKeys() async throws -> [SealedCount] {
        try await counts { $0 != keys.current.fingerprint }
    }

    /// Re-encrypts every value that is sealed under a previous key. Several servers may run it at once: each value is replaced
    /// once, and a value that changes in the meantime is left for the next run. A run that fails or is cancelled keeps the values
    /// that it has already replaced.
    ///
    /// - Parameter progress: called after each batch with the number of values processed since the last call.
    package func reencrypt(progress: @Sendable (Int) -> Void = { _ in }) async throws -> ReencryptionReport {
        var report = ReencryptionReport()
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
                    report.reencrypted += replacements.isEmpty ? 0 : try await stores.replace(replacements)
                    progress(values.count)
                }
            }
        }
        return report
    }

    /// Opens every value and returns a finding for each value or key that fails.
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

    /// Removes every value sealed under this key, together with the records that depend on it.
    ///
    /// - Parameter key: a key that is not configured. The caller must ensure this.
    /// - Parameter eventTargets: the targets to which the events are delivered.
    /// - Parameter report: called with each removed value.
    package func forget(
        _ key: KeyFingerprint, by client: Client, eventTargets: [EventTargetName] = [], now: Timestamp,
        report: (StoredSealedValue) -> Void
    ) async throws {
        for kind in SealedKind.allCases {
            try await forEachPage(of: kind, under: key) { values in
                for value in values {
                    let event = AuditEvent(
                        id: AuditEventID(random: random), kind: .totpRemoved, account: value.account, at: now, client: client,
                        targets: eventTargets)
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
    /// The finding for a value whose key is configured but that does not open.
    package var damage: StoreFinding {
        StoreFinding(
            .sealedValue, "\(kind.rawValue) in row \(row) does not open: the value or the row that it is bound to was modified")
    }
}

extension SealedRow: CustomStringConvertible {
    /// The row number, or the first bytes of the digest in hexadecimal.
    package var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .digest(let digest): "\(KeyFingerprint(bytes: Array(digest.bytes.prefix(4))))…"
        }
    }
}

/// The number of values of one kind under one key.
package struct SealedCount: Hashable, Sendable {
    package let kind: SealedKind
    package let key: KeyFingerprint
    package let count: Int
}

/// The result of a re-encryption run.
package struct ReencryptionReport: Sendable {
    /// The number of values that were re-encrypted under the current key.
    package internal(set) var reencrypted = 0
    /// Values that do not open although their key is configured.
    package internal(set) var unopened: [StoredSealedValue] = []
}

/// The context that a sealed value is bound to. A value opens only in the context for which it was sealed.
package enum SealingContext: Hashable, Sendable {
    case totpSecret(TOTPID, of: AccountID)
    /// The private half of a key that signs access tokens.
    case signingKey(id: String)
    case appleRefreshToken(AppleIdentityID, AppleClientID)
    case appleCode(AppleIdentityID, AppleClientID)
    /// The grant of a web sign-in that the browser has not finished.
    case parkedAppleRefreshToken(TokenDigest)
    case parkedAppleCode(TokenDigest)
    case mail(MailID)

    /// The purpose of the subkey that seals the value.
    package var purpose: KeyPurpose {
        switch self {
        case .totpSecret: .totpSecrets
        case .signingKey: .signingKeys
        case .appleRefreshToken, .appleCode, .parkedAppleRefreshToken, .parkedAppleCode: .appleTokens
        case .mail: .mail
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
        case .mail(let id): Array("mail\n\(id)".utf8)
        }
    }
}

extension SealingKeys {
    /// Seals a secret for one context. These keys must have the purpose of that context.
    package func seal(_ secret: SecretBytes, in place: SealingContext, random: some RandomBytes) throws(SealingError) -> Sealed {
        try seal(secret, boundTo: place.associatedData, random: random)
    }

    /// Opens a secret that was sealed for this context. Throws the errors of ``open(_:boundTo:)``.
    package func open(_ sealed: Sealed, in place: SealingContext) throws(SealingError) -> SecretBytes {
        try open(sealed, boundTo: place.associatedData)
    }
}

extension KeyPurpose {
    package static let totpSecrets = KeyPurpose("totp-secrets")
    package static let signingKeys = KeyPurpose("access-token-signing-keys")
    package static let appleTokens = KeyPurpose("apple-tokens")
}
