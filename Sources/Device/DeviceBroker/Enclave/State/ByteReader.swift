/// Reads numbers and byte strings from foreign bytes, never past their end.
struct ByteReader {
    /// Why the bytes are not what they should be, and where.
    enum Failure: Error, Hashable, Sendable {
        /// They end before the field that begins at this offset.
        case truncated(at: Int)
        /// The field at this offset has a value that nothing writes.
        case value(at: Int)
        /// Something follows the last field, at this offset.
        case trailing(at: Int)
    }

    private let bytes: [UInt8]
    /// The offset of the next byte.
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func readByte() throws(Failure) -> UInt8 {
        guard position < bytes.count else { throw .truncated(at: position) }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func read(_ count: Int) throws(Failure) -> [UInt8] {
        guard count >= 0, count <= bytes.count - position else { throw .truncated(at: position) }
        defer { position += count }
        return Array(bytes[position..<(position + count)])
    }

    /// A number of `Number`'s width, most significant byte first.
    mutating func read<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) throws(Failure) -> Number {
        try read(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number($1) }
    }

    /// A byte string after its length in two bytes; refuses more than `limit` before it looks for them.
    mutating func readSized(atMost limit: Int) throws(Failure) -> [UInt8] {
        let start = position
        let count = Int(try read(UInt16.self))
        guard count <= limit else { throw .value(at: start) }
        return try read(count)
    }

    /// Everything that is left.
    mutating func readRest() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes[position...])
    }

    /// Refuses bytes after the last field.
    func finish() throws(Failure) {
        guard position == bytes.count else { throw .trailing(at: position) }
    }
}
