/// Makes decisions from the bytes of an input, so that every input is meaningful. After the last byte, every decision is the first
/// choice.
public struct FuzzChoices {
    private var bytes: ArraySlice<UInt8>

    /// Starts at the first byte.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    /// Whether all bytes are used.
    public var isAtEnd: Bool { bytes.isEmpty }

    /// The next byte; zero at the end.
    public mutating func byte() -> UInt8 {
        bytes.popFirst() ?? 0
    }

    /// Chooses one of `values`, which is not empty.
    public mutating func one<Value>(of values: [Value]) -> Value {
        values[Int(byte()) % values.count]
    }

    /// Bytes with a length prefix of 16 bits; the rest of the input if there are fewer.
    public mutating func block() -> [UInt8] {
        let length = Int(byte()) << 8 | Int(byte())
        let block = bytes.prefix(length)
        bytes = bytes.dropFirst(length)
        return Array(block)
    }

    /// The unused bytes.
    public mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }
}
