import FoundationEssentials

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that only its owner can read from the moment of its creation: the mode is an argument of the call that creates it.
package enum PrivateFile {
    /// The reason why a file was not written, with the system's error number (`errno`).
    package struct Failure: Error, CustomStringConvertible {
        package let path: String
        package let number: Int32

        package var description: String { "cannot write \(path) (errno \(number))" }
    }

    /// Creates a file with mode 0600.
    ///
    /// - Throws: ``Failure``, with the number `EEXIST` if a file or link exists at this path.
    package static func create(_ path: String, with bytes: some Sequence<UInt8>) throws(Failure) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure(path: path, number: errno) }
        let isWritten = writeAll(Array(bytes), to: file) && fsync(file) == 0
        let number = errno
        guard close(file) == 0, isWritten else {
            let failure = Failure(path: path, number: isWritten ? errno : number)
            unlink(path)
            throw failure
        }
    }

    /// Creates a whole file with mode 0600: writes and syncs a draft next to it, gives it the name, and syncs the folder. If the process is
    /// killed, the file is complete or does not exist.
    ///
    /// - Throws: ``Failure``, with the number `EEXIST` if a file or link exists at this path.
    package static func createWhole(_ path: String, with bytes: some Sequence<UInt8>) throws(Failure) {
        let draft = path + ".new"
        unlink(draft)
        try create(draft, with: bytes)
        defer { unlink(draft) }
        guard link(draft, path) == 0 else { throw Failure(path: path, number: errno) }
        try syncFolder(of: path)
    }

    /// Writes the whole file with mode 0600: writes and syncs a new file next to it, renames that over it, and syncs the folder. If the
    /// process is killed, the file has either the old or the new content.
    ///
    /// - Throws: ``Failure``. An existing file is then unchanged, unless only the folder could not be synced.
    package static func replace(_ path: String, with bytes: some Sequence<UInt8>) throws(Failure) {
        let draft = path + ".new"
        unlink(draft)
        try create(draft, with: bytes)
        guard rename(draft, path) == 0 else {
            let failure = Failure(path: path, number: errno)
            unlink(draft)
            throw failure
        }
        try syncFolder(of: path)
    }

    private static func syncFolder(of path: String) throws(Failure) {
        let folder = open(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw Failure(path: path, number: errno) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw Failure(path: path, number: errno) }
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
