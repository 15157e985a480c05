import Foundation

/// The streams of this process, read and written in pieces.
///
/// A `FileHandle` waits until a piece of a pipe is full; here a piece is what there is, so that a program can hold a
/// conversation with a batch, line by line.
enum StandardStream {
    /// What there is on standard input, at most `limit` bytes; empty at its end. Waits for the first byte.
    static func read(limit: Int = 65_536) throws -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var result = -1
            repeat { result = Foundation.read(0, buffer.baseAddress, limit) } while result < 0 && errno == EINTR
            if result < 0 { failure = errno }
            count = max(result, 0)
        }
        guard failure == 0 else { throw CommandFailure(.failure, "standard input cannot be read: \(words(failure))") }
        return bytes
    }

    /// All of standard input; nil where it is longer than `limit`, of which no more is kept.
    static func readAll(limit: Int) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while case let piece = try read(), !piece.isEmpty {
            guard bytes.count + piece.count <= limit else { return nil }
            bytes += piece
        }
        return bytes
    }

    /// Writes all of `bytes` to standard output. Where nobody reads any more, ends the command without a word, as there is nobody
    /// to tell.
    static func write(_ bytes: [UInt8]) throws {
        var failure: Int32 = 0
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Foundation.write(1, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        guard failure != EPIPE else { throw CommandFailure(.success, []) }
        guard failure == 0 else { throw CommandFailure(.failure, "standard output cannot be written: \(words(failure))") }
    }

    /// Whether a person types what standard input gives.
    static var isInputInteractive: Bool { isatty(0) == 1 }

    private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// A file or standard input, read whole, up to a limit.
enum LimitedFile {
    /// The bytes of a file; of standard input where the path is `-`.
    ///
    /// - Throws: a ``CommandFailure`` for what cannot be read and for more than `limit` bytes, of which no more is kept.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        guard path != "-" else {
            guard let bytes = try StandardStream.readAll(limit: limit) else { throw tooLarge("standard input", limit) }
            return bytes
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw unreadable(path, hint: "name a file, or give - for standard input")
        }
        defer { try? file.close() }
        // One byte more than is taken tells the rest. A read may give less than it was asked for, as of a pipe.
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let piece: Data?
            do {
                piece = try file.read(upToCount: limit + 1 - bytes.count)
            } catch {
                throw unreadable(path, hint: "name a file, not a folder")
            }
            guard let piece, !piece.isEmpty else { return bytes }
            bytes += piece
        }
        throw tooLarge(path, limit)
    }

    private static func unreadable(_ path: String, hint: String) -> CommandFailure {
        CommandFailure(.usage, "\(path): cannot be read", hint: hint)
    }

    private static func tooLarge(_ name: String, _ limit: Int) -> CommandFailure {
        CommandFailure(.usage, "\(name): more than \(limit) bytes")
    }
}
