import DeviceBroker
import DeviceProtocol
import DeviceServices
import Foundation
import Glibc
import Secrets

/// Where the files of a simulated device lie: for as long as the device, or for good.
enum DeviceFolder {
    case temporary(TemporaryFolder)
    /// The folder's owner alone may enter it. Whenever the process is killed, each file is the one before or the one after.
    case lasting(String)

    /// A folder that lasts, made where it is not there.
    init(lastingAt path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard chmod(path, 0o700) == 0 else { throw SimulatorFailure.folder(path) }
        self = .lasting(path)
    }

    var path: String {
        switch self {
        case .temporary(let folder): folder.path
        case .lasting(let path): path
        }
    }

    var keychain: KeychainFile {
        get throws(DeviceRefusal) {
            switch self {
            case .temporary: try .inMemory()
            case .lasting(let path): try .open(path: path + "/keychain.sqlite")
            }
        }
    }

    func servicesStore(sealedBy key: SealingKey) -> any ServicesStore {
        switch self {
        case .temporary: VolatileServicesStore()
        case .lasting(let path): FileServicesStore(folder: path, sealedBy: key)
        }
    }

    var associationStore: any AssociationStore {
        switch self {
        case .temporary: VolatileAssociationStore()
        case .lasting(let path): FileAssociationStore(folder: path)
        }
    }

    /// What tells the device from every other, for ever.
    func deviceName() throws -> String {
        String(decoding: try bytes(named: "name", or: Array(UUID().uuidString.utf8)), as: UTF8.self)
    }

    /// What seals the software enclave. It is no secret from whoever has the folder: this device is simulated.
    func hostKey() throws -> SecretBytes {
        SecretBytes(try bytes(named: "host.key", or: SystemRandomBytes().bytes(32)))
    }

    private func bytes(named name: String, or new: @autoclosure () -> [UInt8]) throws -> [UInt8] {
        guard case .lasting(let path) = self else { return new() }
        let file = path + "/" + name
        if FileManager.default.fileExists(atPath: file) { return [UInt8](try Data(contentsOf: URL(filePath: file))) }
        let bytes = new()
        try Data(bytes).write(to: URL(filePath: file), options: .atomic)
        guard chmod(file, 0o600) == 0 else { throw SimulatorFailure.folder(path) }
        return bytes
    }
}
