/// Names one item for as long as it exists, over restarts and updates (`kSecValuePersistentRef`): 16 bytes of the broker's own making.
package struct PersistentReference: WireValue, Hashable, Sendable {
    package static let length = 16

    package let bytes: [UInt8]

    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        self = try reader.checked(PersistentReference(bytes: try reader.octets(atMost: Self.length)), from: start)
    }

    package func write(to writer: inout WireWriter) {
        writer.octets(bytes)
    }
}
