/// Exactly 32 bytes: what P-256 signs, and what a key exchange gives.
package struct Octets32: WireValue, Hashable, Sendable {
    package static let length = 32

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        self = try reader.checked(Octets32(try reader.octets(atMost: Self.length)), from: start)
    }

    package func write(to writer: inout WireWriter) {
        writer.octets(bytes)
    }
}
