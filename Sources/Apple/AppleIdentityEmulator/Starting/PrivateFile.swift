import FoundationEssentials

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that only its owner can read, from its first moment on.
enum PrivateFile {
    /// Why a file was not written, as the system numbers it (`errno`).
    struct Failure: Error, CustomStringConvertible {
        let path: String
        let number: Int32

        var description: String { "\(path) cannot be written (errno \(number))" }
    }

    /// Writes the file whole, with mode 0600: a new one beside it is filled, synced and renamed over it.
    ///
    /// - Throws: ``Failure``; the old file, if there is one, stands then.
    static func replace(_ path: String, with bytes: some Sequence<UInt8>) throws(Failure) {
        let draft = path + ".new"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure(path: draft, number: errno) }
        let isWritten = writeAll(Array(bytes), to: file) && fsync(file) == 0
        let number = errno
        let isClosed = close(file) == 0
        guard isWritten, isClosed, rename(draft, path) == 0 else {
            let failure = Failure(path: path, number: isWritten ? errno : number)
            unlink(draft)
            throw failure
        }
    }

    private static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
