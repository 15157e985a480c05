package import DeviceProtocol
import FoundationEssentials
import Glibc
import PrivateFiles
package import Secrets

/// A file that is replaced atomically: after a kill it has the old or the new contents.
///
/// With a key, the file is sealed and bound to its name. An attacker without the key cannot read or change the contents, but can
/// replace the file by an older version.
package struct DurableFile: Sendable {
    package let path: String
    private let key: SealingKey?
    private let name: [UInt8]

    package init(folder: String, name: String, sealedBy key: SealingKey? = nil) {
        self.key = key
        self.name = Array(name.utf8)
        path = folder + "/" + name
    }

    /// Returns the contents; nil if the file does not exist. Throws `unavailable` if it cannot be read or opened with the key.
    package func load() throws(DeviceError) -> [UInt8]? {
        guard access(path, F_OK) == 0 else {
            guard errno == ENOENT else { throw failure("cannot be accessed") }
            return nil
        }
        guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { throw failure("cannot be read") }
        guard let key else { return [UInt8](bytes) }
        do {
            return try key.open(Sealed(bytes: [UInt8](bytes)), boundTo: name).withBytes { Array($0) }
        } catch {
            throw .unavailable("\(path) is damaged or belongs to another device: \(error)")
        }
    }

    /// Replaces the contents, durably on return. Throws `unavailable` if writing fails; the file is then unchanged.
    package func replace(by bytes: [UInt8]) throws(DeviceError) {
        var bytes = bytes
        if let key {
            guard let sealed = try? key.seal(bytes, boundTo: name, random: SystemRandomBytes()) else {
                throw .unavailable("\(path) cannot be sealed")
            }
            bytes = sealed.bytes
        }
        do throws(PrivateFile.Failure) {
            try PrivateFile.replace(path, with: bytes)
        } catch {
            throw .unavailable("\(path) cannot be written: \(String(cString: strerror(error.number)))")
        }
    }

    private func failure(_ what: String) -> DeviceError {
        .unavailable("\(path) \(what): \(String(cString: strerror(errno)))")
    }
}
