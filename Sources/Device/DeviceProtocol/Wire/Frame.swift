/// How messages follow each other on a socket: a length of 32 bits, big-endian, and as many bytes.
package enum Frame {
    /// The longest message that any broker takes, in bytes: an item's data of 64 MiB with ``room`` for everything else. A longer one is refused before it is
    /// read.
    package static let maximumLength = 64 << 20 + room

    /// What a message has room for beside an item's data, in bytes.
    package static let room = 1 << 20

    /// The bytes before the message itself.
    package static let headerLength = 4

    /// Refuses nothing: whoever sends checks `maximumLength` first.
    package static func header(of message: [UInt8]) -> [UInt8] {
        var writer = WireWriter()
        writer.number(UInt32(clamping: message.count))
        return writer.bytes
    }

    /// The length that a header announces. Throws `tooLong` past `maximumLength`.
    package static func length(header: [UInt8]) throws(WireError) -> Int {
        var reader = WireReader(header)
        let length = Int(try reader.number(UInt32.self))
        try reader.finish()
        guard length <= maximumLength else { throw WireError(.tooLong, at: 0) }
        return length
    }
}
