/// A P-256 signature as its two numbers, r and s, 32 bytes each (RFC 4754).
package struct P256Signature: FixedOctets {
    package static let length = 64

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }
}
