import DeviceProtocol
import Glibc

/// A folder in which the sockets of other users' apps stand: everybody can enter it, and only its owner can change what is in it.
struct SharedFolder: Sendable {
    let path: String

    /// Made where there is none. Throws `unavailable` for a folder of another user, one that others can write, and one that they cannot enter. Sockets that a
    /// broker that was killed has left there are removed.
    init(path: String) throws(DeviceRefusal) {
        if mkdir(path, 0o711) == 0 { chmod(path, 0o711) }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw .unavailable("\(path) is no folder") }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw .unavailable(
                "the folder \(path) can be written by others; only the user of the device may write there (mode 711)")
        }
        guard status.st_mode & 0o001 != 0 else {
            throw .unavailable("the folder \(path) is closed to the users of apps; let them enter it (mode 711)")
        }
        self.path = path
        DeviceFolder.removeSockets(in: path)
    }
}
