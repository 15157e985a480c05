/// A place in a text.
package struct TextPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The line, counted from 1. LF, CR and CR LF each end a line.
    package let line: Int

    /// The column in Unicode scalars, counted from 1.
    package let column: Int

    /// The distance from the beginning in bytes, counted from 0.
    package let offset: Int

    /// The beginning of every text.
    package static let start = TextPosition(line: 1, column: 1, offset: 0)

    /// A place; line and column count from 1, the offset from 0.
    package init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// The place `offset` bytes into `bytes`, found by walking from the beginning.
    init(offset: Int, in bytes: Span<UInt8>) {
        var line = 1
        var column = 1
        for index in 0..<min(offset, bytes.count) {
            let byte = bytes[index]
            let endsLine =
                byte == .lineFeed || (byte == .carriageReturn && !(index + 1 < bytes.count && bytes[index + 1] == .lineFeed))
            if endsLine {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80, byte != .carriageReturn {
                // A continuation byte belongs to the scalar already counted.
                column += 1
            }
        }
        self.init(line: line, column: column, offset: offset)
    }

    /// `line:column`, as compilers print it.
    package var description: String { "\(line):\(column)" }

    /// Earlier in the text is less.
    package static func < (left: TextPosition, right: TextPosition) -> Bool { left.offset < right.offset }
}
