import Glibc

/// A range file opened for reading. It is closed when the value goes.
struct RangeFile: ~Copyable {
    /// In bytes.
    let size: Int

    private let descriptor: Int32
    private let path: String

    /// Opens the file. Throws where it is missing, may not be read, is no regular file, or is too large for a range.
    init(path: String) throws(LeakedPasswordsError) {
        // Not blocking, or opening a named pipe would wait for somebody to write.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw LeakedPasswordsError(errno == ENOENT ? .missingRange : .unreadable, at: path)
        }
        do throws(LeakedPasswordsError.Reason) {
            size = try Self.size(of: descriptor)
        } catch {
            // Nothing exists yet that would close it.
            close(descriptor)
            throw LeakedPasswordsError(error, at: path)
        }
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    /// The bytes of this part. Throws where the file cannot be read or has become shorter.
    func read(_ part: Range<Int>) throws(LeakedPasswordsError) -> [UInt8] {
        let bytes = [UInt8](unsafeUninitializedCapacity: part.count) { buffer, filled in
            while filled < part.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<part.count])
                let count = pread(descriptor, rest.baseAddress, rest.count, off_t(part.lowerBound + filled))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                filled += count
            }
        }
        guard bytes.count == part.count else { throw LeakedPasswordsError(.unreadable, at: path) }
        return bytes
    }

    private static func size(of descriptor: Int32) throws(LeakedPasswordsError.Reason) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .unreadable }
        guard status.st_size <= RangeText.sizeLimit else { throw .tooLarge }
        return Int(status.st_size)
    }
}
