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
