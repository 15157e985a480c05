/// Where saved credentials are kept.
///
/// Each change is one write that has happened whole, or not at all, when the call ends, however it ends.
package protocol CredentialStore: Sendable {
    /// The device that writes here.
    var device: DeviceName { get }

    /// Every credential that is not deleted, by site and user name, without opening a password.
    func summaries() throws(CredentialStoreError) -> [CredentialSummary]

    /// Everything that is kept, deletions included.
    func contents() throws(CredentialStoreError) -> CredentialStoreContents

    /// The record of one credential; nil where it was never saved.
    func record(_ id: CredentialID) throws(CredentialStoreError) -> CredentialRecord?

    /// Puts what `change` makes of the record in its place, in one write. Nothing is written where it gives nil or the same record, or one of
    /// another credential.
    ///
    /// - Parameter change: Called with the record that stands there; more than once where another writer comes in between.
    /// - Returns: the record that stands there afterwards.
    @discardableResult
    func change(
        _ id: CredentialID, _ change: (CredentialRecord?) -> CredentialRecord?
    ) throws(CredentialStoreError) -> CredentialRecord?

    /// Removes everything that is known of a credential, so that nothing of it is remembered, not even its deletion: for what no other device needs
    /// to hear of any more.
    ///
    /// - Returns: false, with nothing changed, where another record stands there.
    func forget(_ record: CredentialRecord) throws(CredentialStoreError) -> Bool

    /// Makes many changes, each of them whole by itself. Where others are told of changes, they are told once, at the end, also of what was done before it
    /// broke off.
    func together(_ changes: () throws(CredentialStoreError) -> Void) throws(CredentialStoreError)
}

extension CredentialStore {
    package func together(_ changes: () throws(CredentialStoreError) -> Void) throws(CredentialStoreError) { try changes() }
}

/// Everything that a store keeps.
package struct CredentialStoreContents: Hashable, Sendable {
    /// By site and user name, deletions included.
    package let records: [CredentialRecord]
    /// What cannot be read: damaged, or written by a later version. It is left as it is.
    package let damaged: [CredentialID]
}

/// Why credentials cannot be read or written. A change that breaks off has happened whole, or not at all.
package enum CredentialStoreError: Error, Hashable, Sendable {
    /// The device is locked.
    case locked
    /// The keychain is not there, or refuses. The text says why, and names no credential.
    case unavailable(String)
    /// What stands under this credential is not what this library writes.
    case damaged(CredentialID)
    /// Others write to the same credential all the time.
    case contended
}
