package import DeviceProtocol
import Synchronization

/// Where the memory of the association service lasts.
package protocol AssociationStore: Sendable {
    /// What was saved last; nothing where nothing was. Throws `unavailable` where it cannot be read.
    func load() throws(DeviceRefusal) -> [UInt8]?
    /// Replaces it, all or nothing. Throws `unavailable`.
    func save(_ memory: [UInt8]) throws(DeviceRefusal)
}

/// Forgets with the process. For tests.
package final class VolatileAssociationStore: AssociationStore {
    private let memory = Mutex<[UInt8]?>(nil)

    package init() {}

    package func load() throws(DeviceRefusal) -> [UInt8]? { memory.withLock { $0 } }
    package func save(_ new: [UInt8]) throws(DeviceRefusal) { memory.withLock { $0 = new } }
}

/// A file beside the keychain. Whenever the process is killed, the file is the one before or the one after.
package struct FileAssociationStore: AssociationStore {
    private let file: DurableFile

    /// - Parameter folder: the device's, which is its owner's alone.
    package init(folder: String) {
        file = DurableFile(folder: folder, name: "associations.json")
    }

    package func load() throws(DeviceRefusal) -> [UInt8]? { try file.load() }
    package func save(_ memory: [UInt8]) throws(DeviceRefusal) { try file.replace(by: memory) }
}
