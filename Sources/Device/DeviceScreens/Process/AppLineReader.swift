import Glibc

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
