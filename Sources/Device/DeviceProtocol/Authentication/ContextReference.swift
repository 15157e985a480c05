/// Names an authentication context, which lives in the broker: 16 bytes of the broker's own making, good for the process that opened it.
package struct ContextReference: WireValue, Hashable, Sendable {
    package static let length = 16

    package let bytes: [UInt8]

    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        self = try reader.checked(ContextReference(bytes: try reader.octets(atMost: Self.length)), from: start)
    }

    package func write(to writer: inout WireWriter) {
        writer.octets(bytes)
    }
}
