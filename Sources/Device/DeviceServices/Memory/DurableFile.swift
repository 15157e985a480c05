package import DeviceProtocol
import FoundationEssentials
import Glibc

/// A file that is replaced whole: whenever the process is killed, it is the one before or the one after.
package struct DurableFile: Sendable {
    package let path: String
    private let folder: String

    package init(folder: String, name: String) {
        self.folder = folder
        path = folder + "/" + name
    }

    /// Nothing where there is no file. Throws `unavailable` where it cannot be read.
    package func load() throws(DeviceRefusal) -> [UInt8]? {
        guard access(path, F_OK) == 0 else {
            guard errno == ENOENT else { throw failure("cannot be looked at") }
            return nil
        }
        guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { throw failure("cannot be read") }
        return [UInt8](bytes)
    }

    /// Durable when it returns. Throws `unavailable` where it cannot be written; the file is then the one before.
    package func replace(by bytes: [UInt8]) throws(DeviceRefusal) {
        let temporary = path + ".new"
        unlink(temporary)
        let descriptor = Glibc.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("cannot be made") }
        let isWritten = Self.writeAll(bytes, to: descriptor) && fsync(descriptor) == 0
        guard close(descriptor) == 0, isWritten, rename(temporary, path) == 0 else { throw failure("cannot be written") }
        let directory = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw failure("cannot be made to last") }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw failure("cannot be made to last") }
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                let rest = UnsafeRawBufferPointer(rebasing: all[written...])
                return Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    private func failure(_ what: String) -> DeviceRefusal {
        .unavailable("\(path) \(what): \(String(cString: strerror(errno)))")
    }
}
