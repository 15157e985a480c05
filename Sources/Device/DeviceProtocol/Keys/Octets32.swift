/// Exactly 32 bytes: what P-256 signs, and what a key exchange gives.
package struct Octets32: FixedOctets {
    package static let length = 32

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }
}
