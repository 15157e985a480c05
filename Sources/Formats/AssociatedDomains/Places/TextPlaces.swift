/// Positions in a text by offset. One walk over the text, then each costs the same, however long its line is: a file that a
/// stranger wrote may be one line of a megabyte with ten thousand statements.
struct TextPlaces: Sendable {
    let text: [UInt8]
    /// Where each line begins.
    private let lines: [Int]
    /// How many columns there are before each block of the text.
    private let columns: [Int]

    init(_ text: [UInt8]) {
        self.text = text
        var lines = [0]
        var columns: [Int] = []
        var count = 0
        for index in text.indices {
            if index % Self.block == 0 { columns.append(count) }
            if Self.isColumn(text[index]) { count += 1 }
            let endsLine = text[index] == 0x0A || (text[index] == 0x0D && !(index + 1 < text.count && text[index + 1] == 0x0A))
            if endsLine { lines.append(index + 1) }
        }
        columns.append(count)
        self.lines = lines
        self.columns = columns
    }

    /// The position of a byte; past the end, the end.
    func position(at offset: Int) -> SourcePosition {
        let end = min(max(offset, 0), text.count)
        var (low, high) = (0, lines.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lines[middle] <= end { low = middle } else { high = middle }
        }
        return SourcePosition(line: low + 1, column: columnsBefore(end) - columnsBefore(lines[low]) + 1, offset: end)
    }

    private func columnsBefore(_ offset: Int) -> Int {
        let block = min(offset / Self.block, columns.count - 1)
        return columns[block] + text[min(block * Self.block, offset)..<offset].count(where: Self.isColumn)
    }

    /// A continuation byte belongs to the scalar already counted, and a line end to no column.
    private static func isColumn(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 && byte != 0x0D }

    private static let block = 64
}
