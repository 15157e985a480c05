package import DeviceProtocol
import FoundationEssentials
import Glibc

/// A file beside the keychain. Whenever the process is killed, the file is the one before or the one after.
package struct FileServicesStore: ServicesStore {
    private let path: String
    private let folder: String

    /// - Parameter folder: the device's, which is its owner's alone.
    package init(folder: String) {
        self.folder = folder
        path = folder + "/services.json"
    }

    package func load() throws(DeviceRefusal) -> ServicesState? {
        guard access(path, F_OK) == 0 else {
            guard errno == ENOENT else { throw failure("cannot be looked at") }
            return nil
        }
        guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { throw failure("cannot be read") }
        do {
            let state = try JSONDecoder().decode(ServicesState.self, from: bytes)
            guard state.version == ServicesState.currentVersion else {
                throw DeviceRefusal.unavailable("\(path) is of version \(state.version)")
            }
            return state
        } catch let refusal as DeviceRefusal {
            throw refusal
        } catch {
            throw .unavailable("\(path) is damaged")
        }
    }

    package func save(_ state: ServicesState) throws(DeviceRefusal) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let bytes = try? [UInt8](encoder.encode(state)) else {
            throw .unavailable("the services' memory cannot be written down")
        }
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
