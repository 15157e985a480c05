package import DeviceProtocol
import Glibc
import PrivateFiles
package import Secrets

/// The folder of a device: the keychain, the enclave's state, the key that seals it, and sockets. At most one broker uses it.
///
/// Only its owner may access it; a folder that other users can enter is rejected.
package final class DeviceFolder: Sendable {
    /// The path without symbolic links.
    package let path: String
    private let lock: Int32

    /// Opens the folder, creating it if it does not exist, and locks it for the lifetime of the object. Throws `unavailable` if
    /// another broker has locked it, if it cannot be created, or if other users can access it.
    package init(path: String) throws(DeviceError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw Self.failure("cannot create the folder \(path)") }
        guard let resolved = realpath(path, nil) else { throw Self.failure("cannot open the folder \(path)") }
        self.path = String(cString: resolved)
        free(resolved)
        var status = stat()
        guard stat(self.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .unavailable("\(path) is not a folder")
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .unavailable("the folder \(path) is accessible to other users. Run chmod 700 \(path).")
        }
        lock = Glibc.open(self.path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw Self.failure("cannot open the lock file of \(path)") }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let isBusy = errno == EWOULDBLOCK
            let failure = Self.failure("cannot lock \(path)")
            close(lock)
            throw isBusy ? .unavailable("another broker runs in \(path)") : failure
        }
    }

    deinit {
        // A child process that is being started briefly has a copy of the descriptor, and would keep the lock without an explicit
        // unlock.
        flock(lock, LOCK_UN)
        close(lock)
    }

    package var keychain: String { path + "/keychain" }
    package var enclaveState: String { path + "/enclave" }
    package var controlSocket: String { Self.controlSocket(in: path) }

    package static func controlSocket(in folder: String) -> String {
        folder + "/control.sock"
    }

    /// The treatment of a missing enclave. The broker creates one only in a folder without a keychain, so that a lost enclave is
    /// not replaced.
    package var enclaveOpening: EnclaveOpening {
        access(keychain, F_OK) == 0 ? .existing : .createIfAbsent
    }

    /// Returns the key that seals the software enclave's state, creating it at the first start.
    ///
    /// Throws `unavailable` if the key is missing although the folder has an enclave or a keychain, if it does not have 32 bytes,
    /// or if other users can access it.
    package func hostKey(random: some RandomBytes = SystemRandomBytes()) throws(DeviceError) -> SecretBytes {
        let file = path + "/host.key"
        if access(file, F_OK) != 0 {
            guard access(enclaveState, F_OK) != 0, access(keychain, F_OK) != 0 else {
                throw .unavailable("\(file) is missing: the folder's enclave is of another kind or can no longer be opened")
            }
            do throws(PrivateFile.Failure) {
                try PrivateFile.replace(file, with: random.bytes(Self.hostKeyLength))
            } catch {
                throw .unavailable("cannot write \(file): \(String(cString: strerror(error.number)))")
            }
        }
        return try Self.readKey(file)
    }

    /// Removes the sockets that a killed broker left.
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

    private static func readKey(_ file: String) throws(DeviceError) -> SecretBytes {
        let descriptor = Glibc.open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw failure("cannot open \(file)") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .unavailable("\(file) is accessible to other users. Run chmod 600 \(file).")
        }
        var bytes = [UInt8](repeating: 0, count: hostKeyLength + 1)
        guard read(descriptor, &bytes, bytes.count) == hostKeyLength else {
            throw .unavailable("\(file) must contain exactly \(hostKeyLength) bytes")
        }
        return SecretBytes(bytes.prefix(hostKeyLength))
    }

    private static func failure(_ what: String) -> DeviceError {
        .unavailable("\(what): \(String(cString: strerror(errno)))")
    }
}
