import PasswordManager
import Synchronization

/// A store that can be locked, like the keychain of a locked device.
final class LockableStore: CredentialStore {
    private let inner: InMemoryCredentialStore
    private let lock = Mutex(false)
    private let seal = Mutex(false)

    init(_ inner: InMemoryCredentialStore) {
        self.inner = inner
    }

    var isLocked: Bool {
        get { lock.withLock { $0 } }
        set { lock.withLock { $0 = newValue } }
    }

    /// Whether writing fails, as on a full disk.
    var isReadOnly: Bool {
        get { seal.withLock { $0 } }
        set { seal.withLock { $0 = newValue } }
    }

    var device: DeviceName { inner.device }

    func summaries() throws(CredentialStoreError) -> [CredentialSummary] { try open().summaries() }

    func contents() throws(CredentialStoreError) -> CredentialStoreContents { try open().contents() }

    func record(_ id: CredentialID) throws(CredentialStoreError) -> CredentialRecord? { try open().record(id) }

    @discardableResult
    func change(
        _ id: CredentialID, _ change: (CredentialRecord?) -> CredentialRecord?
    ) throws(CredentialStoreError) -> CredentialRecord? {
        if isReadOnly { throw .unavailable("the disk is full") }
        return try open().change(id, change)
    }

    func forget(_ record: CredentialRecord) throws(CredentialStoreError) -> Bool { try open().forget(record) }

    private func open() throws(CredentialStoreError) -> InMemoryCredentialStore {
        if isLocked { throw .locked }
        return inner
    }
}
