package import DeviceProtocol
import Glibc
import PrivateFiles
package import Secrets

/// The folder of a device, which one broker at a time uses: keychain, enclave's state, the key that seals it, and sockets.
///
/// The folder and everything in it is its owner's alone; a folder that others can enter is refused.
package final class DeviceFolder: Sendable {
    /// Without links.
    package let path: String
    private let lock: Int32

    /// Opens the folder, which is made where there is none, and holds its lock for as long as the value lives. Throws `unavailable`
    /// where another broker has it, and where it cannot be made or is open to others.
    package init(path: String) throws(DeviceRefusal) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw Self.failure("the folder \(path) cannot be made") }
        guard let resolved = realpath(path, nil) else { throw Self.failure("the folder \(path) cannot be opened") }
        self.path = String(cString: resolved)
        free(resolved)
        var status = stat()
        guard stat(self.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .unavailable("\(path) is no folder")
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .unavailable("the folder \(path) is open to others; a device's folder is its owner's alone (mode 700)")
        }
        lock = Glibc.open(self.path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw Self.failure("the lock of \(path) cannot be opened") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let isBusy = errno == EWOULDBLOCK
            let failure = Self.failure("the lock of \(path) cannot be taken")
            close(lock)
            throw isBusy ? .unavailable("another broker runs in \(path)") : failure
        }
    }

    deinit {
        close(lock)
    }

    package var keychain: String { path + "/keychain" }
    package var enclaveState: String { path + "/enclave" }
    package var controlSocket: String { Self.controlSocket(in: path) }

    package static func controlSocket(in folder: String) -> String {
        folder + "/control.sock"
    }

    /// A folder with a keychain has an enclave: one that is lost is not made anew.
    package var enclaveOpening: EnclaveOpening {
        access(keychain, F_OK) == 0 ? .existing : .createIfAbsent
    }

    /// The key that seals the software enclave's state: made at the first start, the same ever after.
    ///
    /// Throws `unavailable` where it is missing beside an enclave, is not of 32 bytes, or is open to others.
    package func hostKey(random: some RandomBytes = SystemRandomBytes()) throws(DeviceRefusal) -> SecretBytes {
        let file = path + "/host.key"
        if access(file, F_OK) != 0 {
            guard access(enclaveState, F_OK) != 0, access(keychain, F_OK) != 0 else {
                throw .unavailable("\(file) is missing: the enclave beside it is of another kind, or can no longer be opened")
            }
            do throws(PrivateFile.Failure) {
                try PrivateFile.replace(file, with: random.bytes(Self.hostKeyLength))
            } catch {
                throw .unavailable("\(file) cannot be written: \(String(cString: strerror(error.number)))")
            }
        }
        return try Self.readKey(file)
    }

    /// Removes the sockets that a broker that was killed has left.
    func removeOldSockets() {
        Self.removeSockets(in: path)
    }

    static func removeSockets(in path: String) {
        guard let folder = opendir(path) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            var status = stat()
            if name.hasSuffix(".sock"), lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFSOCK {
                unlink("\(path)/\(name)")
            }
        }
    }

    private static let hostKeyLength = 32

    private static func readKey(_ file: String) throws(DeviceRefusal) -> SecretBytes {
        let descriptor = Glibc.open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw failure("\(file) cannot be opened") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .unavailable("\(file) is open to others; make it its owner's alone (mode 600)")
        }
        var bytes = [UInt8](repeating: 0, count: hostKeyLength + 1)
        guard read(descriptor, &bytes, bytes.count) == hostKeyLength else {
            throw .unavailable("\(file) is not of \(hostKeyLength) bytes")
        }
        return SecretBytes(bytes.prefix(hostKeyLength))
    }

    private static func failure(_ what: String) -> DeviceRefusal {
        .unavailable("\(what): \(String(cString: strerror(errno)))")
    }
}
