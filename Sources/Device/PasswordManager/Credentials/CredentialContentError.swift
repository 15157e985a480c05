/// Why a credential cannot hold what it is given.
package enum CredentialContentError: Error, Hashable, Sendable, CaseIterable {
    case passwordEmpty
    /// Over ``SavedCredential/maximumPasswordLength`` bytes.
    case passwordTooLong
    /// Over ``SavedCredential/maximumTitleLength`` bytes.
    case titleTooLong
    /// Over ``SavedCredential/maximumNotesLength`` bytes.
    case notesTooLong
}
