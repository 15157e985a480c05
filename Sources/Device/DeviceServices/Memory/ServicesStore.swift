package import DeviceProtocol
import Synchronization

/// Where the services' memory lasts.
package protocol ServicesStore: Sendable {
    /// What was saved last; nothing where nothing was. Throws `unavailable` where it cannot be read.
    func load() throws(DeviceRefusal) -> ServicesState?
    /// Replaces it, durably, all or nothing. Throws `unavailable`.
    func save(_ state: ServicesState) throws(DeviceRefusal)
}

/// Forgets with the process. For tests.
package final class VolatileServicesStore: ServicesStore {
    private let state = Mutex<ServicesState?>(nil)

    package init() {}

    package func load() throws(DeviceRefusal) -> ServicesState? { state.withLock { $0 } }
    package func save(_ state: ServicesState) throws(DeviceRefusal) { self.state.withLock { $0 = state } }
}
