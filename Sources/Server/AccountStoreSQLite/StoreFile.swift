import Accounts
import Foundation
import Glibc

/// The file of a store, independent of its content.
struct StoreFile {
    /// The path in a form that SQLite does not interpret: a bare `:memory:` or `file:` has a special meaning.
    let path: String

    init(path: String) {
        self.path = path.hasPrefix("/") ? path : "./\(path)"
    }

    /// Creates an empty file that only its owner can read and write. SQLite gives its companion files (`-wal`, `-shm`) the same
    /// permissions. Returns false if the name exists, even as a dangling link.
    func createIfMissing() throws -> Bool {
        // The file is new, so no connection has it open: closing a file that SQLite has open would drop SQLite's locks.
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 {
            guard errno == EEXIST else { throw failure("cannot create \(path)") }
            return false
        }
        close(descriptor)
        try Self.synchronize(folder)
        return true
    }

    /// Waits until the file and its directory entry are on disk. No connection of this process may have the file open.
    func synchronize() throws {
        try Self.synchronize(path)
        try Self.synchronize(folder)
    }

    /// Removes the file if possible.
    func remove() {
        unlink(path)
    }

    private var folder: String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    private static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("cannot open \(path)") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("cannot synchronize \(path)") }
    }

    private static func failure(_ what: String, file: String = #fileID, line: Int = #line) -> StoreError {
        let code = errno
        return StoreError(
            code == ENOSPC || code == EDQUOT ? .full : .unavailable, reason: "\(what): \(String(cString: strerror(code)))",
            file: file, line: line)
    }

    private func failure(_ what: String, file: String = #fileID, line: Int = #line) -> StoreError {
        Self.failure(what, file: file, line: line)
    }
}
