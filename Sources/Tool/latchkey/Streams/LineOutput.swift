import JSONText

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
