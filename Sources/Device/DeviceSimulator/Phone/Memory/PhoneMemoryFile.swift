import DeviceBroker
import DeviceServices

/// A sealed file in the device's folder. Whenever the process is killed, it is the one before or the one after.
struct PhoneMemoryFile: Sendable {
    private let file: DurableFile

    /// Nothing where the device's files go with it.
    init?(of device: DeviceSimulator) {
        guard let folder = device.lastingFolder else { return nil }
        file = DurableFile(folder: folder, name: "phone.sealed", sealedBy: device.device.fileKey)
    }

    /// What a new phone knows, where there is no file.
    ///
    /// - Throws: where the file cannot be read, is damaged, or is of a later version. It is left as it is.
    func load() throws -> PhoneMemory {
        guard let bytes = try file.load() else { return PhoneMemory() }
        return try StoredForm.read(PhoneMemory.self, of: file.path, bytes, upTo: PhoneMemory.currentVersion)
    }

    /// Durable when it returns. Throws where it cannot be written; the file is then the one before.
    func save(_ memory: PhoneMemory) throws {
        try file.replace(by: StoredForm.bytes(memory))
    }
}
