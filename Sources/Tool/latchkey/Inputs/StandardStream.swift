import Foundation

/// The standard streams of this process, read and written in pieces.
///
/// A `FileHandle` waits until a piece of a pipe is full. This type returns the available bytes, so another program can use a batch
/// line by line.
enum StandardStream {
    /// Returns the available bytes of standard input, at most `limit`; empty at the end. Waits for the first byte.
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

    /// Returns all of standard input; nil if it is longer than `limit`.
    static func readAll(limit: Int) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while case let piece = try read(), !piece.isEmpty {
            guard bytes.count + piece.count <= limit else { return nil }
            bytes += piece
        }
        return bytes
    }

    /// Writes all of `bytes` to standard output. If its reader is gone, ends the command with success and without a message.
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

    /// Whether standard input is a terminal.
    static var isInputInteractive: Bool { isatty(0) == 1 }

    private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// A file or standard input, read completely up to a limit.
enum LimitedFile {
    /// Returns the bytes of a file, or of standard input if the path is `-`.
    ///
    /// - Throws: a ``CommandFailure`` for a file that cannot be read or is longer than `limit` bytes.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        guard path != "-" else {
            guard let bytes = try StandardStream.readAll(limit: limit) else { throw tooLarge("standard input", limit) }
            return bytes
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw unreadable(path, hint: "name a file, or give - for standard input")
        }
        defer { try? file.close() }
        // Reads one byte more than the limit to detect a longer file. A read of a pipe may return less than requested.
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
