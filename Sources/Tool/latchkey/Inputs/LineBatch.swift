import Foundation
import JSONText

/// A batch: one JSON object a line in, one result a line out, in the same order, whether or not a line fails.
///
/// Memory does not grow with the number of lines. The batch writes every result before it waits for more input, so another program
/// can use it line by line.
enum LineBatch {
    /// Processes all of standard input; `answer` returns the result of a line. See ``run(_:writing:)``.
    static func run(_ limits: JSONLimits = .line, _ answer: (LineMembers) throws -> JSONValue) throws {
        try run(limits) { members, output in output.write(try answer(members)) }
    }

    /// Processes all of standard input.
    ///
    /// - Parameters:
    ///   - limits: the limits of each line; a longer line is skipped and its result is a rejection.
    ///   - write: writes the result of one line, or throws an ``InputError`` before it writes anything. The rejection is then the
    ///     result of the line.
    /// - Throws: a ``CommandFailure`` without messages at the end if a line was rejected; any other error of `write`, at once.
    static func run(_ limits: JSONLimits = .line, writing write: (LineMembers, inout LineOutput) throws -> Void) throws {
        var input = LineInput(limit: limits.maximumBytes)
        var output = LineOutput()
        var hasRejected = false
        while true {
            if let line = input.next() {
                do {
                    guard let bytes = line.bytes else {
                        throw InputError("line-too-long", "The line is longer than \(limits.maximumBytes) bytes.")
                    }
                    try write(try LineMembers(bytes, limits), &output)
                } catch let rejection as InputError {
                    output.write(rejection.json(line: line.number))
                    hasRejected = true
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
        if hasRejected { throw CommandFailure(.negative, []) }
    }
}

extension JSONLimits {
    /// The limits of a line that contains rules or a password of maximum length with every byte escaped. A password may contain any
    /// scalar.
    static let line = JSONLimits(maximumBytes: 524_288, noncharacters: .taken)
}

/// A reader of lines from standard input or a file. It holds at most one piece of the input and one line.
struct LineInput {
    /// A line and its number, counted from 1.
    struct Line {
        let number: Int
        /// The bytes without the line end; nil for a line over the limit, which was skipped.
        let bytes: [UInt8]?
    }

    /// Whether the whole input was read. ``next()`` may still return its last lines.
    private(set) var isAtEnd = false

    private let limit: Int
    private let readPiece: @Sendable () throws -> [UInt8]
    private var piece: [UInt8] = []
    private var start = 0
    /// The beginning of a line whose end has not been read, up to the limit, and its full length.
    private var beginning: [UInt8] = []
    private var length = 0
    private var number = 0

    /// - Parameter limit: the maximum length of a line in bytes.
    init(limit: Int, readPiece: @escaping @Sendable () throws -> [UInt8] = { try StandardStream.read() }) {
        self.limit = limit
        self.readPiece = readPiece
    }

    /// Creates a reader of a file, or of standard input if `path` is nil. Throws a ``CommandFailure`` if the file cannot be read.
    init(path: String?, limit: Int) throws {
        guard let path else {
            self.init(limit: limit)
            return
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw CommandFailure(.usage, "\(path) cannot be read", hint: "check the path and its permissions")
        }
        self.init(limit: limit) { Array(try file.read(upToCount: 65_536) ?? Data()) }
    }

    /// Returns the next line and reads as much as it requires; nil at the end.
    mutating func nextWaiting() throws -> Line? {
        while true {
            if let line = next() { return line }
            if isAtEnd { return nil }
            try fill()
        }
    }

    /// Returns the next line of the input read so far; nil if more must be read first, or at the end.
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

    /// Reads the next piece, and waits for it.
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

/// A buffer of standard output.
///
/// The caller calls ``flushIfFull()`` after each record, and ``flush()`` at the end and before it waits for input.
struct LineOutput {
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(2 * Self.pieceSize)
    }

    /// Appends a value as one line.
    mutating func write(_ value: JSONValue) {
        bytes += value.bytes()
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends text without a line end.
    mutating func write(_ text: String) {
        bytes += text.utf8
    }

    /// Writes the buffer to standard output if it is full.
    mutating func flushIfFull() throws {
        if bytes.count >= Self.pieceSize { try flush() }
    }

    /// Writes the buffer to standard output.
    mutating func flush() throws {
        guard !bytes.isEmpty else { return }
        defer { bytes.removeAll(keepingCapacity: true) }
        try StandardStream.write(bytes)
    }

    private static let pieceSize = 65_536
}
