extension Excerpt {
    /// A place in a text that is perhaps long. Only what lies around it is looked at, so that many findings of a long text cost little.
    ///
    /// - Parameter range: the part in bytes of the text. It begins within the text, or at its end.
    init(of text: [UInt8], near range: Range<Int>) {
        let offset = range.lowerBound
        let isLineEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        // Nor is more of its line walked than is shown, as a file may be one line of a megabyte.
        let around = max(0, offset - Self.widest)..<min(text.count, offset + Self.widest)
        let from = text[around.lowerBound..<offset].lastIndex(where: isLineEnd).map { $0 + 1 } ?? around.lowerBound
        let end = text[offset..<around.upperBound].firstIndex(where: isLineEnd) ?? around.upperBound
        let line = String(decoding: text[from..<end], as: UTF8.self)
        let length = min(max(range.count, 1), end - offset)
        self.init(of: line, at: (offset - from)..<(offset - from + length))
    }

    /// How much of a very long line is looked at, to either side; more than an excerpt shows.
    private static let widest = 1_000
}
