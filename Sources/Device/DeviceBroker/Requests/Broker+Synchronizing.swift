package import DeviceProtocol
import Synchronization

/// The way of the device's system to the items of apps that synchronise.
extension Broker {
    /// From now on called after each change of an app that may have been one of such items, on the thread that made it.
    package func onSynchronizedChange(_ body: @escaping @Sendable () -> Void) {
        synchronizedChange.withLock { $0 = body }
    }

    /// The items of all apps that synchronise. Throws `interactionNotAllowed` while the device is locked too deeply for one of them.
    package func synchronizedItems() throws(DeviceRefusal) -> [SynchronizedItem] { try keychain.synchronizedItems() }

    /// Puts an item of another device, dates included, in the place of the one that it is. Throws `interactionNotAllowed` while the device is locked, and
    /// `quotaExceeded` where its group holds as much as it may.
    package func put(_ item: SynchronizedItem) throws(DeviceRefusal) { try keychain.put(item) }

    /// Deletes an item, unless it was changed here meanwhile. Throws `interactionNotAllowed` while the device is locked.
    package func delete(_ item: SynchronizedItem) throws(DeviceRefusal) { try keychain.delete(item) }

    /// The system's own changes are told by who makes them.
    func tellOfChange(by caller: Caller) {
        guard caller.app != .webCredentials else { return }
        synchronizedChange.withLock(\.self)?()
    }
}
