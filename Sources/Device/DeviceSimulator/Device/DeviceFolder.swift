import DeviceBroker
import DeviceProtocol
import DeviceServices
import Foundation
import Glibc
import Secrets
import Synchronization

/// The folder of a simulated device: temporary, with the lifetime of the device, or persistent.
enum DeviceFolder {
    case temporary(TemporaryFolder)
    /// A persistent folder, which only its owner can open. After a crash, each file has its old or its new content.
    case lasting(String)

    /// Opens a persistent folder, and creates it if it is missing.
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
        get throws(DeviceError) {
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

    func associationStore(sealedBy key: SealingKey) -> any AssociationStore {
        switch self {
        case .temporary: VolatileAssociationStore()
        case .lasting(let path): FileAssociationStore(folder: path, sealedBy: key)
        }
    }

    /// Returns the permanent unique name of the device.
    func deviceName() throws -> String {
        String(decoding: try bytes(named: "name", or: Array(UUID().uuidString.utf8)), as: UTF8.self)
    }

    /// Returns the key that seals the software enclave. It is not secret from a user with access to the folder: the device is
    /// simulated.
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

/// The record of a device: persistent in its folder, or in memory.
final class DeviceMemory: Sendable {
    private let file: DurableFile?
    private let record: Mutex<DeviceRecord>

    /// Loads the record, or creates it for a new device.
    ///
    /// - Parameters:
    ///   - new: The record of a new device. An existing record stays as it is.
    /// - Throws: If the existing record is damaged or has a later version. The file stays unchanged.
    init(in folder: DeviceFolder, new: DeviceRecord) throws {
        guard case .lasting(let path) = folder else {
            file = nil
            record = Mutex(new)
            return
        }
        let file = DurableFile(folder: path, name: "device.json")
        let bytes = try file.load()
        let known = try bytes.map { try StoredForm.read(DeviceRecord.self, of: file.path, $0, upTo: DeviceRecord.currentVersion) }
        if known == nil { try file.replace(by: StoredForm.bytes(new)) }
        self.file = file
        record = Mutex(known ?? new)
    }

    var current: DeviceRecord { record.withLock { $0 } }

    /// Changes the record; the change is durable on return. If writing fails, the change is lost with the process.
    func change(_ body: (inout DeviceRecord) -> Void) {
        record.withLock { record in
            let old = record
            body(&record)
            guard record != old, let bytes = try? StoredForm.bytes(record) else { return }
            try? file?.replace(by: bytes)
        }
    }
}

/// The state of a stored device besides its keychain and its enclave: its clock, sensor, enrolment and watch.
struct DeviceRecord: Codable, Equatable, Sendable {
    /// The version of the file format.
    static let currentVersion = 1

    private(set) var version = currentVersion
    /// The device's time when it was last advanced, in seconds since 2001-01-01T00:00:00Z, for a stopped clock.
    var time: Double?
    /// The seconds by which the clock is ahead of the clock that it follows.
    var ahead: Double?
    var biometry: DeviceSimulator.Biometry
    /// The enrolled fingers or faces, sorted.
    private(set) var templates: [String]
    var watch: SimulatedWatch?
    /// The identifier of the pairing with the watch.
    var pairing: [UInt8]?

    init(biometry: DeviceSimulator.Biometry, templates: Set<String>) {
        self.biometry = biometry
        self.templates = templates.sorted()
    }

    mutating func enrol(_ names: Set<String>) { templates = names.sorted() }
}

/// The file format of a stored device: JSON with a version.
enum StoredForm {
    private struct Header: Decodable {
        let version: Int
    }

    static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try [UInt8](encoder.encode(value))
    }

    /// Decodes a stored value.
    ///
    /// - Throws: ``SimulatorFailure`` for malformed data or a later version. The caller must then not overwrite the file.
    static func read<Value: Decodable>(
        _ type: Value.Type, of path: String, _ bytes: [UInt8], upTo version: Int
    ) throws(SimulatorFailure) -> Value {
        let decoder = JSONDecoder()
        guard let header = try? decoder.decode(Header.self, from: Data(bytes)), header.version >= 1 else {
            throw .damaged(path)
        }
        guard header.version <= version else { throw .later(path, header.version) }
        guard let value = try? decoder.decode(type, from: Data(bytes)) else { throw .damaged(path) }
        return value
    }
}
