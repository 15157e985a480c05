import Crypto
import FoundationEssentials

/// A key that seals values for storage by AES-256-GCM (NIST SP 800-38D) with random nonces of 96 bits.
///
/// Each value is bound to associated data, such as the identifier of its row, and does not open with any other. With random nonces
/// one key should seal fewer than 2^32 values (SP 800-38D, section 8.3); a deployment that comes close must rotate its key.
package struct SealingKey: Sendable, Redacted {
    /// The fingerprint of the master key of this key, in the header of everything that it seals.
    package let fingerprint: KeyFingerprint

    private let key: SymmetricKey

    init(_ key: SymmetricKey, fingerprint: KeyFingerprint) {
        self.key = key
        self.fingerprint = fingerprint
    }

    /// Creates a random key that seals a single value and is itself stored sealed. No other key is derived from it, and the header
    /// of its value names no key. Returns nil unless there are 32 bytes.
    package init?(ofOneValue key: SecretBytes) {
        guard key.count == MasterKey.byteCount else { return nil }
        self.init(key.key, fingerprint: KeyFingerprint(bytes: [0, 0, 0, 0]))
    }

    /// Seals `secret`. The random source must never repeat bytes: two values sealed with the same nonce reveal each other.
    package func seal(
        _ secret: SecretBytes, boundTo associatedData: [UInt8], random: some RandomBytes
    ) throws(SealingError) -> Sealed {
        try secret.withBytes { (bytes) throws(SealingError) -> Sealed in
            try seal(data: bytes, boundTo: associatedData, random: random)
        }
    }

    /// Seals `bytes`. The caller's copy is not cleared.
    package func seal(
        _ bytes: [UInt8], boundTo associatedData: [UInt8], random: some RandomBytes
    ) throws(SealingError) -> Sealed {
        try seal(data: bytes, boundTo: associatedData, random: random)
    }

    /// Opens a value. Throws ``SealingError/unknownKey(_:)`` if another key sealed it, and ``SealingError/notAuthentic`` if the
    /// value or `associatedData` was changed.
    package func open(_ sealed: Sealed, boundTo associatedData: [UInt8]) throws(SealingError) -> SecretBytes {
        guard sealed.fingerprintBytes.elementsEqual(fingerprint.bytes) else { throw .unknownKey(sealed.keyFingerprint) }
        do {
            let box = try AES.GCM.SealedBox(combined: sealed.box)
            var plain = try AES.GCM.open(box, using: key, authenticating: sealed.header + associatedData)
            defer { plain.resetBytes(in: plain.startIndex..<plain.endIndex) }
            return plain.withUnsafeBytes { SecretBytes($0) }
        } catch {
            throw .notAuthentic
        }
    }

    private func seal(
        data: some DataProtocol, boundTo associatedData: [UInt8], random: some RandomBytes
    ) throws(SealingError) -> Sealed {
        let nonce = random.bytes(Sealed.nonceByteCount)
        do {
            let box = try AES.GCM.seal(
                data, using: key, nonce: AES.GCM.Nonce(data: nonce),
                authenticating: Sealed.header(fingerprint) + associatedData)
            return Sealed(keyFingerprint: fingerprint, nonce: nonce, ciphertext: box.ciphertext, tag: box.tag)
        } catch {
            throw .sealingFailed
        }
    }
}

/// The current sealing key, and those of previous master keys, which only open existing values. Rotating a master key requires both.
package struct SealingKeys: Sendable, Redacted {
    /// The key that seals.
    package let current: SealingKey

    private let older: [SealingKey]

    /// Creates a set in which the `older` keys only open.
    package init(current: SealingKey, older: [SealingKey] = []) {
        self.current = current
        self.older = older
    }

    /// Creates the keys of one purpose from the current master key and its predecessors.
    package init(current: MasterKey, older: [MasterKey] = [], purpose: KeyPurpose) {
        self.init(current: current.sealingKey(for: purpose), older: older.map { $0.sealingKey(for: purpose) })
    }

    /// Seals under the current key.
    package func seal(
        _ secret: SecretBytes, boundTo associatedData: [UInt8], random: some RandomBytes
    ) throws(SealingError) -> Sealed {
        try current.seal(secret, boundTo: associatedData, random: random)
    }

    /// Seals under the current key. The caller's copy of the bytes is not cleared.
    package func seal(
        _ bytes: [UInt8], boundTo associatedData: [UInt8], random: some RandomBytes
    ) throws(SealingError) -> Sealed {
        try current.seal(bytes, boundTo: associatedData, random: random)
    }

    /// Opens with the key whose fingerprint is in the header. Throws ``SealingError/unknownKey(_:)`` if none exists.
    package func open(_ sealed: Sealed, boundTo associatedData: [UInt8]) throws(SealingError) -> SecretBytes {
        var failure = SealingError.unknownKey(sealed.keyFingerprint)
        // Fingerprints of four bytes may collide, so every key with the fingerprint is tried.
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

/// A sealed value, as the store keeps it.
///
/// | offset | size | content |
/// | --- | --- | --- |
/// | 0 | 1 | version: 1 |
/// | 1 | 4 | fingerprint of the key, so that keys can be rotated |
/// | 5 | 12 | nonce |
/// | 17 | n | cipher text, as long as the plain text |
/// | 17 + n | 16 | tag |
package struct Sealed: Hashable, Sendable {
    /// The complete value, including the header.
    package let bytes: [UInt8]

    /// Restores a stored value. Throws ``SealingError/truncated`` for fewer than 33 bytes, and ``SealingError/unknownVersion(_:)``
    /// if the first byte is not 1. Only opening the value verifies the rest.
    package init(bytes: [UInt8]) throws(SealingError) {
        guard let version = bytes.first else { throw .truncated }
        guard version == Self.version else { throw .unknownVersion(version) }
        guard bytes.count >= Self.overhead else { throw .truncated }
        self.bytes = bytes
    }

    init(keyFingerprint: KeyFingerprint, nonce: [UInt8], ciphertext: some Collection<UInt8>, tag: some Collection<UInt8>) {
        bytes = Self.header(keyFingerprint) + nonce + ciphertext + tag
    }

    /// The fingerprint of the key that sealed the value.
    package var keyFingerprint: KeyFingerprint { KeyFingerprint(bytes: Array(fingerprintBytes)) }

    var fingerprintBytes: ArraySlice<UInt8> { bytes[1..<5] }
    var header: ArraySlice<UInt8> { bytes[..<5] }
    /// The nonce, the cipher text and the tag.
    var box: ArraySlice<UInt8> { bytes[5...] }

    /// Returns the plain part, which is authenticated together with the associated data.
    static func header(_ keyFingerprint: KeyFingerprint) -> [UInt8] { [version] + keyFingerprint.bytes }

    static let version: UInt8 = 1
    static let nonceByteCount = 12
    static let overhead = 1 + 4 + nonceByteCount + 16
}

/// The reason why a value cannot be sealed or opened.
package enum SealingError: Error, Hashable, Sendable {
    /// The value is too short for its header, nonce and tag.
    case truncated
    /// The format version in the first byte is unknown.
    case unknownVersion(UInt8)
    /// No configured key has this fingerprint: the key was rotated away, or the value belongs to another deployment or purpose.
    case unknownKey(KeyFingerprint)
    /// The key matches, but the value or its associated data was changed.
    case notAuthentic
    /// The cipher failed, which does not occur with the sizes used here.
    case sealingFailed
}
