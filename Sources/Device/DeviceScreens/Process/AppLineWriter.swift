import Glibc

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
