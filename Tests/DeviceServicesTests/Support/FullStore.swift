import DeviceProtocol
import Synchronization

@testable import DeviceServices

/// A store that rejects writes once it is full.
final class FullStore: ServicesStore {
    let isFull = Mutex(false)

    func load() throws(DeviceError) -> ServicesState? { nil }

    func save(_ state: ServicesState) throws(DeviceError) {
        if isFull.withLock(\.self) { throw .unavailable("the store is full") }
    }
}
