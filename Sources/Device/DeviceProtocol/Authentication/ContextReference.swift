/// Names an authentication context, which lives in the broker: 16 bytes of the broker's own making, good for the process that opened it.
package struct ContextReference: FixedOctets {
    package static let length = 16

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }
}
