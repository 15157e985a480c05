/// A P-256 public key in the uncompressed form of X9.63: 4, X and Y, 65 bytes. Whether the point lies on the curve is for the enclave to say.
package struct P256PublicKey: WireValue, Hashable, Sendable {
    package static let length = 65

    package let x963: [UInt8]

    package init?(x963: [UInt8]) {
        guard x963.count == Self.length, x963.first == 4 else { return nil }
        self.x963 = x963
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        self = try reader.checked(P256PublicKey(x963: try reader.octets(atMost: Self.length)), from: start)
    }

    package func write(to writer: inout WireWriter) {
        writer.octets(x963)
    }
}
