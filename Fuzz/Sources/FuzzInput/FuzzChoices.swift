/// Takes decisions out of the bytes of an input, so that every input means something; when the bytes have ended, every answer is the first.
public struct FuzzChoices {
    private var bytes: ArraySlice<UInt8>

    /// Begins at the first byte.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    /// Whether nothing is left to decide by.
    public var isAtEnd: Bool { bytes.isEmpty }

    /// The next byte; zero at the end.
    public mutating func byte() -> UInt8 {
        bytes.popFirst() ?? 0
    }

    /// One of `values`, which is not empty.
    public mutating func one<Value>(of values: [Value]) -> Value {
        values[Int(byte()) % values.count]
    }

    /// Bytes after a length of 16 bits; what is left where there are fewer.
    public mutating func block() -> [UInt8] {
        let length = Int(byte()) << 8 | Int(byte())
        let block = bytes.prefix(length)
        bytes = bytes.dropFirst(length)
        return Array(block)
    }

    /// What is left.
    public mutating func rest() -> [UInt8] {
        defer { bytes = [] }
        return Array(bytes)
    }
}
