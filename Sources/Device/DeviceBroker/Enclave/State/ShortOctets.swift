import DeviceProtocol

// Byte strings as enclaves keep and exchange them: none is longer than 65,535 bytes, and each begins with a count of 16 bits. What stands in
// state files and blobs was spelled so from the first version on, and stays so.

extension WireReader {
    /// Refuses more than `limit` bytes before it looks for them.
    mutating func shortOctets(atMost limit: Int) throws(WireError) -> [UInt8] {
        let start = position
        let count = Int(try number(UInt16.self))
        guard count <= limit else { throw WireError(.tooLong, at: start) }
        return try bareOctets(count)
    }
}

extension WireWriter {
    /// Longer than 65,535 bytes is our own mistake: every writer's fields are bounded.
    mutating func shortOctets(_ octets: [UInt8]) {
        precondition(octets.count <= Int(UInt16.max), "a field longer than its length can say")
        number(UInt16(octets.count))
        bareOctets(octets)
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The number's bytes, most significant first.
    var bigEndianBytes: [UInt8] {
        withUnsafeBytes(of: bigEndian) { Array($0) }
    }
}
