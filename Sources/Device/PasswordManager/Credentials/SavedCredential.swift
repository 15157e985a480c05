import AssociatedDomains
package import FoundationEssentials

/// A saved credential with its decrypted password.
package struct SavedCredential: Hashable, Sendable {
    /// The maximum length of a password, in UTF-8 bytes.
    package static let maximumPasswordLength = 4_096
    /// The maximum length of a title, in UTF-8 bytes.
    package static let maximumTitleLength = 1_024
    /// The maximum length of notes, in UTF-8 bytes.
    package static let maximumNotesLength = 16_384
    /// The maximum number of earlier passwords.
    package static let maximumHistory = 10

    package let id: CredentialID
    package let password: PrivateText
    /// The title that the user chose. Empty without one.
    package let title: String
    package let notes: PrivateText
    package let createdAt: Date
    /// The time when the password was last changed.
    package let changedAt: Date
    package let lastUsedAt: Date?
    /// The earlier passwords, and those of concurrent changes, newest first.
    package let history: [PasswordVersion]
    /// The upgrade that this device started and has not completed.
    package let pendingUpgrade: PendingUpgrade?

    /// The title in lists: the user's title, otherwise the site.
    package var shownTitle: String { title.isEmpty ? id.server.text : title }
}

/// The data of a credential for lists and the keyboard. Created without decrypting the password.
package struct CredentialSummary: Hashable, Sendable {
    package let id: CredentialID
    package let title: String
    package let createdAt: Date
    package let changedAt: Date
    package let lastUsedAt: Date?

    /// The title in lists: the user's title, otherwise the site.
    package var shownTitle: String { title.isEmpty ? id.server.text : title }

    /// Returns whether one credential precedes another in suggestions: the most recently used first, then unused ones, newest
    /// first; then by site and user name.
    package static func isOfferedBefore(_ left: CredentialSummary, _ right: CredentialSummary) -> Bool {
        if left.lastUsedAt != right.lastUsedAt { return left.lastUsedAt ?? .distantPast > right.lastUsedAt ?? .distantPast }
        if left.createdAt != right.createdAt { return left.createdAt > right.createdAt }
        return left.id < right.id
    }
}

/// The reason why the content of a credential is rejected.
package enum CredentialContentError: Error, Hashable, Sendable, CaseIterable {
    case passwordEmpty
    /// The password has more than ``SavedCredential/maximumPasswordLength`` bytes.
    case passwordTooLong
    /// The title has more than ``SavedCredential/maximumTitleLength`` bytes.
    case titleTooLong
    /// The notes have more than ``SavedCredential/maximumNotesLength`` bytes.
    case notesTooLong
}
