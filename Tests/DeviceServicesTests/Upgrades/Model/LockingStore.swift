import PasswordManager
import Synchronization

/// The keychain of a device that is locked after a number of writes.
final class LockingStore: CredentialStore {
    private let inner: InMemoryCredentialStore
    private let writes: Mutex<Int?>
    private let visitor = Mutex<(@Sendable () -> Void)?>(nil)

    init(inner: InMemoryCredentialStore, after writes: Int) {
        self.inner = inner
        self.writes = Mutex(writes)
    }

    var device: DeviceName { inner.device }

    /// Unlocks the keychain.
    ///
    /// - Parameter visitor: called once, before the next write.
    func unlock(visitor: (@Sendable () -> Void)? = nil) {
        self.visitor.withLock { $0 = visitor }
        writes.withLock { $0 = nil }
    }

    func summaries() throws(CredentialStoreError) -> [CredentialSummary] { try inner.summaries() }
    func contents() throws(CredentialStoreError) -> CredentialStoreContents { try inner.contents() }
    func record(_ id: CredentialID) throws(CredentialStoreError) -> CredentialRecord? { try inner.record(id) }
    func forget(_ record: CredentialRecord) throws(CredentialStoreError) -> Bool { try inner.forget(record) }

    @discardableResult
    func change(
        _ id: CredentialID, _ change: (CredentialRecord?) -> CredentialRecord?
    ) throws(CredentialStoreError) -> CredentialRecord? {
        let isOpen = writes.withLock { writes in
            guard let left = writes else { return true }
            writes = left - 1
            return left > 0
        }
        guard isOpen else { throw .locked }
        visitor.withLock { $0.take() }?()
        return try inner.change(id, change)
    }
}
