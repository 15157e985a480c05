/// Reads values of DER, and the indefinite lengths of BER that signing tools write, one after the other.
struct DERReader {
    static let integer: UInt8 = 0x02
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
    static let contextZero: UInt8 = 0xA0
    private static let constructed: UInt8 = 0x20

    private let bytes: ArraySlice<UInt8>
    private var index: Int

    init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    /// The content of the next value if it has this tag; of an indefinite length all that follows, its end included.
    mutating func read(_ tag: UInt8) -> ArraySlice<UInt8>? {
        guard index < bytes.endIndex, bytes[index] == tag, let length = length(at: index + 1) else { return nil }
        guard let count = length.count else {
            defer { index = bytes.endIndex }
            return bytes[length.end...]
        }
        guard count <= bytes.endIndex - length.end else { return nil }
        index = length.end + count
        return bytes[length.end..<index]
    }

    /// An octet string, in one piece or, as BER permits, in pieces.
    mutating func readOctetString() -> [UInt8]? {
        if let whole = read(Self.octetString) { return Array(whole) }
        guard let pieces = read(Self.octetString | Self.constructed) else { return nil }
        var (reader, result) = (DERReader(pieces), [UInt8]())
        while let piece = reader.read(Self.octetString) { result += piece }
        return result.isEmpty ? nil : result
    }

    /// A length and where it ends; `count` is nil for an indefinite one.
    private func length(at start: Int) -> (count: Int?, end: Int)? {
        guard start < bytes.endIndex else { return nil }
        let first = bytes[start]
        if first < 0x80 { return (Int(first), start + 1) }
        let size = Int(first & 0x7F)
        // Three bytes suffice for every file that is read.
        guard size <= 3, size < bytes.endIndex - start else { return nil }
        if size == 0 { return (nil, start + 1) }
        let count = bytes[(start + 1)...(start + size)].reduce(0) { $0 << 8 | Int($1) }
        return (count, start + 1 + size)
    }
}
