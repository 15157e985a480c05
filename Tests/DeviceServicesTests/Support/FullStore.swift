import DeviceProtocol
import Synchronization

@testable import DeviceServices

/// A store that rejects writes once it is full.
final class FullStore: ServicesStore {
    let isFull = Mutex(false)

    func load() throws(DeviceRefusal) -> ServicesState? { nil }

    func save(_ state: ServicesState) throws(DeviceRefusal) {
        if isFull.withLock(\.self) { throw .unavailable("the store is full") }
    }
}
