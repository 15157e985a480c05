import Foundation

/// Reads a file line by line without holding more than one line and one piece of it.
struct LineReader {
    /// A line and its number, counted from 1.
    struct Line {
        let number: Int
        /// Without the line end; nil for a line over the limit, whose rest was passed over.
        let bytes: [UInt8]?
    }

    private let file: FileHandle
    private let limit: Int
    private var pending: [UInt8] = []
    private var start = 0
    private var number = 0
    private var isAtEnd = false

    init(_ file: FileHandle, limit: Int) {
        self.file = file
        self.limit = limit
    }

    /// The next line, or nil at the end. Throws where the file cannot be read.
    mutating func next() throws -> Line? {
        var length = 0
        var line: [UInt8] = []
        while true {
            if start == pending.count, try !fill() {
                return length == 0 ? nil : finish(line, length)
            }
            let end = pending[start...].firstIndex(of: UInt8(ascii: "\n"))
            let piece = pending[start..<(end ?? pending.count)]
            length += piece.count
            if length <= limit { line.append(contentsOf: piece) }
            start = (end ?? pending.count - 1) + 1
            if end != nil { return finish(line, length) }
        }
    }

    private mutating func finish(_ line: [UInt8], _ length: Int) -> Line {
        number += 1
        guard length <= limit else { return Line(number: number, bytes: nil) }
        return Line(number: number, bytes: line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }

    private mutating func fill() throws -> Bool {
        guard !isAtEnd else { return false }
        let data = try file.read(upToCount: 65_536) ?? Data()
        isAtEnd = data.isEmpty
        pending = Array(data)
        start = 0
        return !isAtEnd
    }
}
