import Foundation
import JSONText

/// A batch: one JSON object a line in, one a line out, in the same order, whatever becomes of each.
///
/// Memory does not grow with the number of lines. What was answered is passed on before waiting for more input, so that another
/// program may ask line by line.
enum LineBatch {
    /// Answers all of standard input with the values that `answer` makes of its lines. Otherwise as ``run(_:writing:)``.
    static func run(_ limits: JSONLimits = .line, _ answer: (LineMembers) throws -> JSONValue) throws {
        try run(limits) { members, output in output.write(try answer(members)) }
    }

    /// Answers all of standard input.
    ///
    /// - Parameters:
    ///   - limits: of each line; a longer one is passed over, and answered with a refusal.
    ///   - write: writes the answer to one line, or throws an ``InputRefusal`` before writing anything; then the line is answered with the
    ///     refusal.
    /// - Throws: a ``CommandFailure`` without words at the end, where a line was refused; whatever else `write` throws, at once.
    static func run(_ limits: JSONLimits = .line, writing write: (LineMembers, inout LineOutput) throws -> Void) throws {
        var input = LineInput(limit: limits.maximumBytes)
        var output = LineOutput()
        var hasRefused = false
        while true {
            if let line = input.next() {
                do {
                    guard let bytes = line.bytes else {
                        throw InputRefusal("line-too-long", "The line is longer than \(limits.maximumBytes) bytes.")
                    }
                    try write(try LineMembers(bytes, limits), &output)
                } catch let refusal as InputRefusal {
                    output.write(refusal.json(line: line.number))
                    hasRefused = true
                }
                try output.flushIfFull()
            } else if input.isAtEnd {
                break
            } else {
                try output.flush()
                try input.fill()
            }
        }
        try output.flush()
        if hasRefused { throw CommandFailure(.negative, []) }
    }
}

extension JSONLimits {
    /// A line is what somebody typed or recorded: rules or a password at their longest, every byte of them escaped, and room. A password
    /// may be any scalars.
    static let line = JSONLimits(maximumBytes: 524_288, noncharacters: .taken)
}

/// Standard input or a file line by line, holding no more than one piece of it and one line.
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
    private let readPiece: @Sendable () throws -> [UInt8]
    private var piece: [UInt8] = []
    private var start = 0
    /// The beginning of a line whose end has not been read, up to the limit, and its whole length.
    private var beginning: [UInt8] = []
    private var length = 0
    private var number = 0

    /// - Parameter limit: the longest line in bytes.
    init(limit: Int, readPiece: @escaping @Sendable () throws -> [UInt8] = { try StandardStream.read() }) {
        self.limit = limit
        self.readPiece = readPiece
    }

    /// The lines of a file; of standard input where none is named. Throws a ``CommandFailure`` where the file cannot be read.
    init(path: String?, limit: Int) throws {
        guard let path else {
            self.init(limit: limit)
            return
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw CommandFailure(.usage, "\(path) cannot be read", hint: "check the path and who may read it")
        }
        self.init(limit: limit) { Array(try file.read(upToCount: 65_536) ?? Data()) }
    }

    /// The next line, after as much reading as it takes; nil at the end.
    mutating func nextWaiting() throws -> Line? {
        while true {
            if let line = next() { return line }
            if isAtEnd { return nil }
            try fill()
        }
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
        piece = try readPiece()
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

/// Standard output, written in pieces.
///
/// Whoever has written calls ``flushIfFull()`` from time to time, and ``flush()`` at the end and before waiting for input.
struct LineOutput {
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(2 * Self.pieceSize)
    }

    /// Appends a value on a line of its own.
    mutating func write(_ value: JSONValue) {
        bytes += value.bytes()
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends text as it is.
    mutating func write(_ text: String) {
        bytes += text.utf8
    }

    /// Passes on what was written, if it is much.
    mutating func flushIfFull() throws {
        if bytes.count >= Self.pieceSize { try flush() }
    }

    /// Passes on what was written.
    mutating func flush() throws {
        guard !bytes.isEmpty else { return }
        defer { bytes.removeAll(keepingCapacity: true) }
        try StandardStream.write(bytes)
    }

    private static let pieceSize = 65_536
}
