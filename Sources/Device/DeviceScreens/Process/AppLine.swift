import Foundation
import Glibc

/// A message of a device or an app: one line of JSON with its line feed.
package enum AppLine {
    /// The maximum length of a line, without the line feed: 4 MiB. A longer line is malformed.
    package static let maximumLength = 4 << 20

    package static func bytes(_ message: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try [UInt8](encoder.encode(message)) + [UInt8(ascii: "\n")]
    }

    /// - Parameter line: A line without its line feed.
    package static func message<Message: Decodable>(_ type: Message.Type, _ line: some Collection<UInt8>) throws -> Message {
        try JSONDecoder().decode(type, from: Data(line))
    }
}

/// Reads lines from a file descriptor. Reading blocks.
package struct AppLineReader {
    private let descriptor: Int32
    private var read: [UInt8] = []
    /// The number of buffered bytes that are known to contain no line feed.
    private var searched = 0

    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Returns the next line without its line feed; nil at the end, after an error, and if a line exceeds
    /// ``AppLine/maximumLength``.
    package mutating func next() -> [UInt8]? {
        while true {
            if let end = read[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(read[..<end])
                read.removeFirst(end + 1)
                searched = 0
                return line
            }
            searched = read.count
            guard searched <= AppLine.maximumLength, fill() else { return nil }
        }
    }

    private mutating func fill() -> Bool {
        let part = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            repeat { count = max(-1, Glibc.read(descriptor, buffer.baseAddress, buffer.count)) } while count < 0 && errno == EINTR
            count = max(0, count)
        }
        read += part
        return !part.isEmpty
    }
}

/// Writes complete lines to a file descriptor. Writing blocks while the reader is behind.
package enum AppLineWriter {
    /// Returns false if the reader has closed its end.
    package static func write(_ line: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < line.count {
            let count = line.withUnsafeBytes { all in
                let rest = UnsafeRawBufferPointer(rebasing: all[written...])
                return Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
