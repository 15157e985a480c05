/// All text of a page, one space for any white space; places in it tell what stands where.
struct PageText {
    private(set) var bytes: [UInt8] = []

    var end: Int { bytes.count }

    /// Appends text as it is written.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        for byte in text {
            if !byte.isSpace {
                bytes.append(byte)
            } else if let last = bytes.last, last != 0x20, last != 0x0A {
                bytes.append(0x20)
            }
        }
    }

    /// Marks that what follows is another block.
    mutating func breakLine() {
        if bytes.last == 0x20 { bytes[bytes.count - 1] = 0x0A }
        if let last = bytes.last, last != 0x0A { bytes.append(0x0A) }
    }

    /// The beginning of a part, no longer than `limit` bytes.
    func beginning(of range: Range<Int>, limit: Int) -> String {
        string(range.lowerBound..<min(range.upperBound, range.lowerBound + limit))
    }

    /// The end of a part, no longer than `limit` bytes.
    func ending(of range: Range<Int>, limit: Int) -> String {
        string(max(range.lowerBound, range.upperBound - limit)..<range.upperBound)
    }

    private func string(_ range: Range<Int>) -> String {
        var range = range.clamped(to: 0..<bytes.count)
        let isEdge = { (byte: UInt8) in byte == 0x20 || byte == 0x0A }
        while let first = bytes[range].first, isEdge(first) || first & 0xC0 == 0x80 { range = range.dropFirst() }
        while let last = bytes[range].last, isEdge(last) { range = range.dropLast() }
        return String(decoding: bytes[range], as: UTF8.self)
    }
}
