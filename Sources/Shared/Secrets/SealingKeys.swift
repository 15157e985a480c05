/// The current sealing key and the older ones that still open what they sealed: how a master key is rotated.
package struct SealingKeys: Sendable, Redacted {
    /// The key that seals from now on.
    package let current: SealingKey

    private let older: [SealingKey]

    /// `older` keys only open.
    package init(current: SealingKey, older: [SealingKey] = []) {
        self.current = current
        self.older = older
    }

    /// The keys of one purpose under the current master key and its predecessors.
    package init(current: MasterKey, older: [MasterKey] = [], purpose: KeyPurpose) {
        self.init(current: current.sealingKey(for: purpose), older: older.map { $0.sealingKey(for: purpose) })
    }

    /// Seals under the current key.
    package func seal(
        _ secret: SecretBytes, boundTo associatedData: [UInt8], random: some RandomBytes
    ) throws(SealingError) -> Sealed {
        try current.seal(secret, boundTo: associatedData, random: random)
    }

    /// Seals under the current key; the caller's copy of the bytes is not cleared.
    package func seal(
        _ bytes: [UInt8], boundTo associatedData: [UInt8], random: some RandomBytes
    ) throws(SealingError) -> Sealed {
        try current.seal(bytes, boundTo: associatedData, random: random)
    }

    /// Opens with whichever key bears the fingerprint in the header; throws ``SealingError/unknownKey(_:)`` where none does.
    package func open(_ sealed: Sealed, boundTo associatedData: [UInt8]) throws(SealingError) -> SecretBytes {
        var failure = SealingError.unknownKey(sealed.keyFingerprint)
        // Four bytes may coincide, so that every key with the fingerprint gets its try.
        for key in [current] + older where key.fingerprint == sealed.keyFingerprint {
            do throws(SealingError) {
                return try key.open(sealed, boundTo: associatedData)
            } catch {
                failure = error
            }
        }
        throw failure
    }
}
