package import FoundationEssentials

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

    /// Returns the times at which sites reported that they no longer accept the password of an account.
    func reportedUnused() throws(CredentialStoreError) -> [CredentialID: Date]

    /// Stores that a site no longer accepts the password of an account. The password remains, but is offered to no app and page until
    /// it changes. Does nothing without a saved password.
    func reportUnused(_ id: CredentialID, at now: Date) throws(CredentialStoreError)

    /// Performs several changes, each of them atomic. Observers are notified once at the end, also if an error ends the sequence
    /// early.
    func together(_ changes: () throws(CredentialStoreError) -> Void) throws(CredentialStoreError)
}

extension CredentialStore {
    /// Returns the summaries of the credentials that may be offered to apps and pages.
    package func offered() throws(CredentialStoreError) -> [CredentialSummary] {
        let unused = try reportedUnused()
        return try summaries().filter { summary in unused[summary.id].map { $0 < summary.changedAt } ?? true }
    }

    /// Returns no reports, for a store that keeps none.
    package func reportedUnused() throws(CredentialStoreError) -> [CredentialID: Date] { [:] }

    /// Does nothing, for a store that keeps no reports.
    package func reportUnused(_ id: CredentialID, at now: Date) throws(CredentialStoreError) {}

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
