/// A store for saved credentials.
///
/// Each change is a single write, which is complete or has no effect when the call ends.
package protocol CredentialStore: Sendable {
    /// The device that writes to this store.
    var device: DeviceName { get }

    /// Returns every credential that is not deleted, ordered by site and user name, without decrypting passwords.
    func summaries() throws(CredentialStoreError) -> [CredentialSummary]

    /// Returns all records, including deletions.
    func contents() throws(CredentialStoreError) -> CredentialStoreContents

    /// Returns the record of a credential. Returns nil if it was never saved.
    func record(_ id: CredentialID) throws(CredentialStoreError) -> CredentialRecord?

    /// Replaces a record by the result of `change`, in one write. Writes nothing if `change` returns nil, the same record, or a
    /// record of another credential.
    ///
    /// - Parameter change: A function that is called with the current record, and again if another process writes in between.
    /// - Returns: The record after the call.
    @discardableResult
    func change(
        _ id: CredentialID, _ change: (CredentialRecord?) -> CredentialRecord?
    ) throws(CredentialStoreError) -> CredentialRecord?

    /// Removes a record completely, including the deletion that other devices would receive. For records that no other device
    /// needs.
    ///
    /// - Returns: False, without a change, if the stored record differs.
    func forget(_ record: CredentialRecord) throws(CredentialStoreError) -> Bool

    /// Performs several changes, each of them atomic. Observers are notified once at the end, also if an error ends the sequence
    /// early.
    func together(_ changes: () throws(CredentialStoreError) -> Void) throws(CredentialStoreError)
}

extension CredentialStore {
    package func together(_ changes: () throws(CredentialStoreError) -> Void) throws(CredentialStoreError) { try changes() }
}

/// All contents of a store.
package struct CredentialStoreContents: Hashable, Sendable {
    /// The records by site and user name, including deletions.
    package let records: [CredentialRecord]
    /// The credentials that cannot be read, because they are damaged or a later version wrote them. The store does not change them.
    package let damaged: [CredentialID]
}

/// The reason why credentials cannot be read or written. A failed change is complete or has no effect.
package enum CredentialStoreError: Error, Hashable, Sendable {
    /// The device is locked.
    case locked
    /// The keychain is unavailable or rejects the request. The text contains the reason, but no credential.
    case unavailable(String)
    /// The stored data of this credential is malformed.
    case damaged(CredentialID)
    /// Other processes wrote to the same credential too often.
    case contended
}
