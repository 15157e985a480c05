/// Standard input line by line, holding no more than one piece of it and one line.
struct LineInput {
    /// A line and its number, counted from 1.
    struct Line {
        let number: Int
        /// Without the line end; nil for a line over the limit, which was passed over.
        let bytes: [UInt8]?
    }

    /// Whether everything was read. What is left of it may still be waiting in ``next()``.
    private(set) var isAtEnd = false

    private let limit: Int
    private var piece: [UInt8] = []
    private var start = 0
    /// The beginning of a line whose end has not been read, up to the limit, and its whole length.
    private var beginning: [UInt8] = []
    private var length = 0
    private var number = 0

    /// - Parameter limit: the longest line in bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// The next line of what has been read; nil where more must be read first, or at the end.
    mutating func next() -> Line? {
        guard let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) else {
            keep(piece[start...])
            (piece, start) = ([], 0)
            return isAtEnd && length > 0 ? finish() : nil
        }
        keep(piece[start..<end])
        start = end + 1
        return finish()
    }

    /// Reads more, waiting for it.
    mutating func fill() throws {
        piece = try StandardStream.read()
        start = 0
        isAtEnd = piece.isEmpty
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        length += bytes.count
        if length <= limit { beginning += bytes }
    }

    private mutating func finish() -> Line {
        number += 1
        defer { (beginning, length) = ([], 0) }
        guard length <= limit else { return Line(number: number, bytes: nil) }
        if beginning.last == UInt8(ascii: "\r") { beginning.removeLast() }
        return Line(number: number, bytes: beginning)
    }
}
