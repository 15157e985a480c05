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

/// A value sealed at rest, as the store keeps it.
///
/// | offset | size | content |
/// | --- | --- | --- |
/// | 0 | 1 | version: 1 |
/// | 1 | 4 | fingerprint of the key, so that keys can be rotated |
/// | 5 | 12 | nonce |
/// | 17 | n | cipher text, as long as the plain text |
/// | 17 + n | 16 | tag |
package struct Sealed: Hashable, Sendable {
    /// The whole of it, header first.
    package let bytes: [UInt8]

    /// Takes up stored bytes. Throws ``SealingError/truncated`` under 33 bytes and ``SealingError/unknownVersion(_:)``
    /// for a first byte other than 1; whether the rest is genuine, only opening tells.
    package init(bytes: [UInt8]) throws(SealingError) {
        guard let version = bytes.first else { throw .truncated }
        guard version == Self.version else { throw .unknownVersion(version) }
        guard bytes.count >= Self.overhead else { throw .truncated }
        self.bytes = bytes
    }

    init(keyFingerprint: KeyFingerprint, nonce: [UInt8], ciphertext: some Collection<UInt8>, tag: some Collection<UInt8>) {
        bytes = Self.header(keyFingerprint) + nonce + ciphertext + tag
    }

    /// The fingerprint of the key that sealed it.
    package var keyFingerprint: KeyFingerprint { KeyFingerprint(bytes: Array(bytes[1..<5])) }

    var nonce: ArraySlice<UInt8> { bytes[5..<17] }
    var ciphertext: ArraySlice<UInt8> { bytes[17..<(bytes.count - 16)] }
    var tag: ArraySlice<UInt8> { bytes[(bytes.count - 16)...] }

    /// The part in clear, which is authenticated together with the associated data.
    static func header(_ keyFingerprint: KeyFingerprint) -> [UInt8] { [version] + keyFingerprint.bytes }

    static let version: UInt8 = 1
    static let nonceByteCount = 12
    static let overhead = 1 + 4 + nonceByteCount + 16
}

/// Why a sealed value does not open.
package enum SealingError: Error, Hashable, Sendable {
    /// Fewer bytes than header, nonce and tag need.
    case truncated
    /// The first byte names a format this version does not know.
    case unknownVersion(UInt8)
    /// No key at hand has this fingerprint: the key was rotated away, or the value belongs to another deployment or purpose.
    case unknownKey(KeyFingerprint)
    /// The key fits, but the bytes or the data they are bound to were changed.
    case notAuthentic
    /// The cipher refused to work; never seen with the sizes used here.
    case sealingFailed
}
