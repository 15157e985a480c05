/// Writes what ``ByteReader`` reads.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func write(_ more: some Collection<UInt8>) {
        bytes.append(contentsOf: more)
    }

    /// A number of its own width, most significant byte first.
    mutating func write<Number: FixedWidthInteger & UnsignedInteger>(number: Number) {
        bytes.append(contentsOf: number.bigEndianBytes)
    }

    /// A byte string after its length in two bytes. Longer than 65,535 bytes is our own mistake: every writer's fields are bounded.
    mutating func writeSized(_ more: [UInt8]) {
        precondition(more.count <= Int(UInt16.max), "a field longer than its length can say")
        write(number: UInt16(more.count))
        write(more)
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The number's bytes, most significant first.
    var bigEndianBytes: [UInt8] {
        withUnsafeBytes(of: bigEndian) { Array($0) }
    }
}
