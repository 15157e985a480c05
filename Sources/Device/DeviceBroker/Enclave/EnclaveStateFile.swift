import DeviceProtocol
import Glibc

/// The one file in which an enclave remembers itself, replaced as a whole or not at all, and held by one process at a time.
///
/// | offset | size | content |
/// | --- | --- | --- |
/// | 0 | 4 | `LKEN` |
/// | 4 | 1 | version: 1 |
/// | 5 | 1 | the kind of enclave that wrote it |
/// | 6 | n | the enclave's own record, authenticated by the enclave |
///
/// Beside it lie `NAME.lock`, whose lock ends with the process, and for moments `NAME.new`, which the next holder of the lock
/// removes where a killed one has left it.
final class EnclaveStateFile: Sendable {
    /// The longest file that is read: 256 KiB.
    static let limit = 256 * 1024

    private let path: String
    private let kind: EnclaveDescription.Kind
    private let steps: EnclaveSteps
    private let lock: Int32

    /// Takes the file's lock. Throws ``EnclaveError/Code/busy`` where another holder has it, and ``EnclaveError/Code/storage`` where the
    /// folder cannot be written.
    init(path: String, kind: EnclaveDescription.Kind, steps: EnclaveSteps) throws(EnclaveError) {
        lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw Self.failure("the lock beside the state file cannot be opened") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(lock)
            throw reason == EWOULDBLOCK
                ? EnclaveError(.busy, "another process has this enclave open")
                : EnclaveError(.storage, "the lock beside the state file cannot be taken: errno \(reason)")
        }
        // The lock is ours, so that this can only be left from a process that was killed before it had a whole file.
        unlink(path + ".new")
        self.path = path
        self.kind = kind
        self.steps = steps
    }

    deinit {
        // A child that is being started holds a copy of the descriptor for a moment, and with it the lock, unless it is given up in so many
        // words.
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// The record, or nil where there is no file. Throws ``EnclaveError/Code/otherKind`` where another kind of enclave wrote it.
    func read() throws(EnclaveError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.failure("the state file cannot be opened")
        }
        defer { close(file) }
        let content = try Self.contents(of: file)
        var reader = WireReader(content)
        let mark: [UInt8]
        let (version, kind): (UInt8, UInt8)
        do throws(WireError) {
            mark = try reader.bareOctets(Self.magic.count)
            (version, kind) = (try reader.number(), try reader.number())
        } catch {
            throw EnclaveError(.damagedState, "the state file is cut short")
        }
        guard mark == Self.magic, version == Self.version, let kind = EnclaveDescription.Kind(rawValue: kind) else {
            throw EnclaveError(.damagedState, "the state file is of no version known here")
        }
        guard kind == self.kind else {
            throw EnclaveError(.otherKind, "the state file was written by a \(kind) enclave, not by a \(self.kind) one")
        }
        return reader.rest()
    }

    /// Replaces the record. Whoever reads afterwards, in whatever way this process ended, finds the old one or the new one.
    func write(_ record: [UInt8]) throws(EnclaveError) {
        let temporary = path + ".new"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Self.failure("the new state file cannot be made") }
        do throws(EnclaveError) {
            try Self.write(header + record, to: file)
            try steps.reach(.temporaryFileWritten)
            guard fsync(file) == 0 else { throw Self.failure("the new state file cannot be made to last") }
            try steps.reach(.temporaryFileSynchronised)
        } catch {
            close(file)
            throw error
        }
        guard close(file) == 0 else { throw Self.failure("the new state file cannot be closed") }
        guard rename(temporary, path) == 0 else { throw Self.failure("the new state file cannot take the old one's place") }
        try steps.reach(.fileRenamed)
        try Self.synchroniseFolder(of: path)
        try steps.reach(.directorySynchronised)
    }

    /// What stands before the record; the record authenticates it.
    var header: [UInt8] { Self.magic + [Self.version, kind.rawValue] }

    private static func contents(of file: Int32) throws(EnclaveError) -> [UInt8] {
        var content = [UInt8](repeating: 0, count: limit + 1)
        var filled = 0
        while filled < content.count {
            let count = content.withUnsafeMutableBytes { bytes -> Int in
                guard let start = bytes.baseAddress else { return 0 }
                return Glibc.read(file, start + filled, bytes.count - filled)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("the state file cannot be read")
            }
            if count == 0 { break }
            filled += count
        }
        guard filled <= limit else { throw EnclaveError(.damagedState, "the state file is longer than any that is written") }
        return Array(content[..<filled])
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(EnclaveError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { bytes -> Int in
                guard let start = bytes.baseAddress else { return 0 }
                return Glibc.write(file, start + written, bytes.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("the new state file cannot be written")
            }
            written += count
        }
    }

    private static func synchroniseFolder(of path: String) throws(EnclaveError) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw failure("the folder of the state file cannot be opened") }
        defer { close(file) }
        guard fsync(file) == 0 else { throw failure("the folder of the state file cannot be made to last") }
    }

    private static func failure(_ reason: String, file: StaticString = #fileID, line: UInt = #line) -> EnclaveError {
        EnclaveError(.storage, "\(reason): errno \(errno)", file: file, line: line)
    }

    private static let magic = Array("LKEN".utf8)
    private static let version: UInt8 = 1
}
