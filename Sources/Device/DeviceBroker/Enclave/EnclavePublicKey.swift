import Crypto

/// A point on P-256 that is not the point at infinity.
package struct EnclavePublicKey: Hashable, Sendable {
    /// The size of the uncompressed form: 65 bytes.
    package static let byteCount = 65

    /// The uncompressed form of X9.63 and SEC 1, section 2.3.3: 4, x, y.
    package let x963: [UInt8]

    /// Takes the uncompressed form; nil for any other form or length and for what is not on the curve.
    package init?(x963 bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.byteCount, bytes[0] == 4,
            (try? P256.KeyAgreement.PublicKey(x963Representation: bytes)) != nil
        else { return nil }
        x963 = bytes
    }

    /// The x coordinate, 32 bytes.
    var x: ArraySlice<UInt8> { x963[1..<33] }
    /// The y coordinate, 32 bytes.
    var y: ArraySlice<UInt8> { x963[33..<65] }
}
