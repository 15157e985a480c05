/// A P-256 public key in the uncompressed form of X9.63: 4, X and Y, 65 bytes. Whether the point lies on the curve is for the enclave to say.
package struct P256PublicKey: FixedOctets {
    package static let length = 65

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length, bytes.first == 4 else { return nil }
        self.bytes = bytes
    }

    /// The same, where the form is to be named.
    package init?(x963: [UInt8]) {
        self.init(x963)
    }

    package var x963: [UInt8] { bytes }
}
