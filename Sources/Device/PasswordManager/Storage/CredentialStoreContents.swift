/// Everything that a store keeps.
package struct CredentialStoreContents: Hashable, Sendable {
    /// By site and user name, deletions included.
    package let records: [CredentialRecord]
    /// What cannot be read: damaged, or written by a later version. It is left as it is.
    package let damaged: [CredentialID]
}
