/// Names one item for as long as it exists, over restarts and updates (`kSecValuePersistentRef`): 16 bytes of the broker's own making.
package struct PersistentReference: FixedOctets {
    package static let length = 16

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }
}
