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
        let draft = try draft(of: path, with: bytes)
        defer { unlink(draft) }
        guard link(draft, path) == 0 else { throw Failure(path: path, number: errno) }
        try syncFolder(of: path)
    }

    /// Writes the whole file with mode 0600: writes and syncs a new file next to it, renames that over it, and syncs the folder. If the
    /// process is killed, the file has either the old or the new content.
    ///
    /// - Throws: ``Failure``. An existing file is then unchanged, unless only the folder could not be synced.
    package static func replace(_ path: String, with bytes: some Sequence<UInt8>) throws(Failure) {
        let draft = try draft(of: path, with: bytes)
        guard rename(draft, path) == 0 else {
            let failure = Failure(path: path, number: errno)
            unlink(draft)
            throw failure
        }
        try syncFolder(of: path)
    }

    /// Writes a draft next to a file, and removes the drafts that killed processes left. The name of the draft is random, so that two
    /// processes that write the file at the same time do not use each other's draft. It is no secret.
    private static func draft(of path: String, with bytes: some Sequence<UInt8>) throws(Failure) -> String {
        let draft = path + draftMark + String(UInt64.random(in: (1 << 60)...UInt64.max), radix: 16)
        try create(draft, with: bytes)
        removeDrafts(of: path, olderThan: draft)
        return draft
    }

    /// Removes the drafts of a file that are at least an hour older than `draft`. A draft exists for the time of one write.
    private static func removeDrafts(of path: String, olderThan draft: String) {
        guard let moment = changed(draft) else { return }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let start = path.dropFirst(folder.count) + draftMark
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        for name in names where name.hasPrefix(start) && isDraftNumber(name.dropFirst(start.count)) {
            if let old = changed(folder + name), moment.timeIntervalSince(old) >= 3_600 { unlink(folder + name) }
        }
    }

    private static func isDraftNumber(_ text: Substring) -> Bool {
        text.utf8.count == 16 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    private static func changed(_ path: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }

    /// The text between the name of a file and the number of its draft.
    private static let draftMark = ".new-"

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
