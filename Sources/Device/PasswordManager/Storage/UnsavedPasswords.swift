import DeviceProtocol
import Synchronization

/// Where strong passwords are kept from a success until they are saved, also while the device is locked and nothing can be saved.
package protocol UnsavedPasswords: Sendable {
    /// Those that are kept, in their order.
    ///
    /// - Throws: where they cannot be read: before the device was unlocked for the first time.
    func kept() throws(CredentialStoreError) -> [UnsavedPassword]

    /// Keeps these in place of those that were; durable when it returns.
    ///
    /// - Throws: where they cannot be written; those that were are still kept.
    func keep(_ passwords: [UnsavedPassword]) throws(CredentialStoreError)
}

/// In memory: for tests, and for what is gone with its process.
package final class InMemoryUnsavedPasswords: UnsavedPasswords {
    private let held = Mutex<[UnsavedPassword]>([])

    package init() {}

    package func kept() throws(CredentialStoreError) -> [UnsavedPassword] { held.withLock { $0 } }

    package func keep(_ passwords: [UnsavedPassword]) throws(CredentialStoreError) { held.withLock { $0 = passwords } }
}
