import Foundation

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
