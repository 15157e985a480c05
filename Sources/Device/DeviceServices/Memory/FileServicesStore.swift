package import DeviceProtocol
import FoundationEssentials
package import Secrets

/// A sealed file beside the keychain. Whenever the process is killed, the file is the one before or the one after.
package struct FileServicesStore: ServicesStore {
    private let file: DurableFile

    /// - Parameters:
    ///   - folder: the device's, which is its owner's alone.
    ///   - key: the device's ``Device/fileKey``.
    package init(folder: String, sealedBy key: SealingKey) {
        file = DurableFile(folder: folder, name: "services.sealed", sealedBy: key)
    }

    package func load() throws(DeviceRefusal) -> ServicesState? {
        guard let bytes = try file.load() else { return nil }
        do {
            let state = try JSONDecoder().decode(ServicesState.self, from: Data(bytes))
            guard state.version == ServicesState.currentVersion else {
                throw DeviceRefusal.unavailable("\(file.path) is of version \(state.version)")
            }
            return state
        } catch let refusal as DeviceRefusal {
            throw refusal
        } catch {
            throw .unavailable("\(file.path) is damaged")
        }
    }

    package func save(_ state: ServicesState) throws(DeviceRefusal) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let bytes = try? [UInt8](encoder.encode(state)) else {
            throw .unavailable("the services' memory cannot be written down")
        }
        try file.replace(by: bytes)
    }
}
