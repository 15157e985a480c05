/// A value that is exactly so many bytes. On the wire it is a byte string like any other, of a length that its reader knows.
package protocol FixedOctets: WireValue, Hashable, Sendable {
    /// In bytes.
    static var length: Int { get }

    var bytes: [UInt8] { get }

    /// Gives nothing for any other count of bytes, and for what the type itself does not take.
    init?(_ bytes: [UInt8])
}

extension FixedOctets {
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        self = try reader.checked(Self(try reader.octets(atMost: Self.length)), from: start)
    }

    package func write(to writer: inout WireWriter) {
        writer.octets(bytes)
    }
}
