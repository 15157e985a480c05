import DeviceProtocol
import Glibc

/// The file that stores an enclave's state. It is replaced atomically, and at most one process has it open.
///
/// | offset | size | content |
/// | --- | --- | --- |
/// | 0 | 4 | `LKEN` |
/// | 4 | 1 | version: 1 |
/// | 5 | 1 | the kind of enclave that wrote it |
/// | 6 | n | the enclave's own record, authenticated by the enclave |
///
/// The folder also contains `NAME.lock`, whose lock ends with the process, and temporarily `NAME.new`. The next holder of the lock
/// removes a `NAME.new` that a killed process left.
final class EnclaveStateFile: Sendable {
    /// The maximum length of the file: 256 KiB.
    static let limit = 256 * 1024

    private let path: String
    private let kind: EnclaveDescription.Kind
    private let steps: EnclaveSteps
    private let lock: Int32

    /// Locks the file. Throws ``EnclaveError/Code/busy`` if another process has locked it, and ``EnclaveError/Code/storage`` if the
    /// folder is not writable.
    init(path: String, kind: EnclaveDescription.Kind, steps: EnclaveSteps) throws(EnclaveError) {
        lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw Self.failure("cannot open the state file's lock file") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(lock)
            throw reason == EWOULDBLOCK
                ? EnclaveError(.busy, "another process has this enclave open")
                : EnclaveError(.storage, "cannot lock the state file: errno \(reason)")
        }
        // Under the lock, this file can only come from a process that was killed before it had completed one.
        unlink(path + ".new")
        self.path = path
        self.kind = kind
        self.steps = steps
    }

    deinit {
        // A child process that is being started briefly has a copy of the descriptor, and would keep the lock without an explicit
        // unlock.
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// Returns the record, or nil if the file does not exist. Throws ``EnclaveError/Code/otherKind`` if another kind of enclave
    /// wrote it.
    func read() throws(EnclaveError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.failure("cannot open the state file")
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
            throw EnclaveError(.damagedState, "the state file is truncated")
        }
        guard mark == Self.magic, version == Self.version, let kind = EnclaveDescription.Kind(rawValue: kind) else {
            throw EnclaveError(.damagedState, "the state file has an unknown version")
        }
        guard kind == self.kind else {
            throw EnclaveError(.otherKind, "the state file was written by a \(kind) enclave, not by a \(self.kind) one")
        }
        return reader.rest()
    }

    /// Replaces the record. Later reads return the old or the new one, however this process ends.
    func write(_ record: [UInt8]) throws(EnclaveError) {
        let temporary = path + ".new"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Self.failure("cannot create the new state file") }
        do throws(EnclaveError) {
            try Self.write(header + record, to: file)
            try steps.reach(.temporaryFileWritten)
            guard fsync(file) == 0 else { throw Self.failure("cannot sync the new state file") }
            try steps.reach(.temporaryFileSynchronised)
        } catch {
            close(file)
            throw error
        }
        guard close(file) == 0 else { throw Self.failure("cannot close the new state file") }
        guard rename(temporary, path) == 0 else { throw Self.failure("cannot replace the state file") }
        try steps.reach(.fileRenamed)
        try Self.synchroniseFolder(of: path)
        try steps.reach(.directorySynchronised)
    }

    /// The header before the record. The record authenticates it.
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
                throw failure("cannot read the state file")
            }
            if count == 0 { break }
            filled += count
        }
        guard filled <= limit else { throw EnclaveError(.damagedState, "the state file exceeds the maximum length") }
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
                throw failure("cannot write the new state file")
            }
            written += count
        }
    }

    private static func synchroniseFolder(of path: String) throws(EnclaveError) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { throw failure("cannot open the folder of the state file") }
        defer { close(file) }
        guard fsync(file) == 0 else { throw failure("cannot sync the folder of the state file") }
    }

    private static func failure(_ reason: String, file: StaticString = #fileID, line: UInt = #line) -> EnclaveError {
        EnclaveError(.storage, "\(reason): errno \(errno)", file: file, line: line)
    }

    private static let magic = Array("LKEN".utf8)
    private static let version: UInt8 = 1
}
