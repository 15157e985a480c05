import Glibc

/// Reads lines of a file descriptor, which blocks.
package struct AppLineReader {
    private let descriptor: Int32
    private var read: [UInt8] = []
    /// Up to where no end of a line stands in what was read.
    private var searched = 0

    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The next line without its end; nil at the end, after an error, and where a line is longer than ``AppLine/maximumLength``.
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
