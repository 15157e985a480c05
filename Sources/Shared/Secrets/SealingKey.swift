import Crypto
import FoundationEssentials

/// A key that seals values for storage: AES-256-GCM (NIST SP 800-38D) with random nonces of 96 bits.
///
/// Each value is bound to associated data, such as the identifier of its row, and does not open anywhere else. With random nonces
/// one key should seal fewer than 2^32 values (SP 800-38D, section 8.3); a deployment that comes near rotates its key.
package struct SealingKey: Sendable, Redacted {
    /// Names the master key that this key comes from, in the header of everything it seals.
    package let fingerprint: KeyFingerprint

    private let key: SymmetricKey

    init(_ key: SymmetricKey, fingerprint: KeyFingerprint) {
        self.key = key
        self.fingerprint = fingerprint
    }

    /// A random key that seals one value and is itself kept sealed: no other key is derived from it, and the header of its value names no key. Nil for a
    /// size other than 32 bytes.
    package init?(ofOneValue key: SecretBytes) {
        guard key.count == MasterKey.byteCount else { return nil }
        self.init(key.key, fingerprint: KeyFingerprint(bytes: [0, 0, 0, 0]))
    }

    /// Seals `secret`. The random source must never repeat itself: two values sealed with one nonce betray each other.
    package func seal(
        _ secret: SecretBytes, boundTo associatedData: [UInt8], random: some RandomBytes
    ) throws(SealingError) -> Sealed {
        try secret.withBytes { (bytes) throws(SealingError) -> Sealed in
            try seal(data: bytes, boundTo: associatedData, random: random)
        }
    }

    /// Seals `bytes`; the caller's copy of them is not cleared.
    package func seal(
        _ bytes: [UInt8], boundTo associatedData: [UInt8], random: some RandomBytes
    ) throws(SealingError) -> Sealed {
        try seal(data: bytes, boundTo: associatedData, random: random)
    }

    /// The value again. Throws ``SealingError/unknownKey(_:)`` where another key sealed it, and
    /// ``SealingError/notAuthentic`` where a bit of it or of `associatedData` differs.
    package func open(_ sealed: Sealed, boundTo associatedData: [UInt8]) throws(SealingError) -> SecretBytes {
        guard sealed.keyFingerprint == fingerprint else { throw .unknownKey(sealed.keyFingerprint) }
        do {
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: sealed.nonce), ciphertext: sealed.ciphertext, tag: sealed.tag)
            var plain = try AES.GCM.open(box, using: key, authenticating: Sealed.header(fingerprint) + associatedData)
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
