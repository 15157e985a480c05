import Glibc

/// A file that its owner alone can read and write.
enum OwnersFile {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Creates it empty. Nothing happens where there is something of that name already.
    static func createIfMissing(_ path: String) throws(Failure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 {
            guard errno == EEXIST else { throw Failure(description: String(cString: strerror(errno))) }
            return
        }
        close(descriptor)
    }
}
