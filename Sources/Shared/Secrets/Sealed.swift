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
