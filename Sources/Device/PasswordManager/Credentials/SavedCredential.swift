import AssociatedDomains
package import FoundationEssentials

/// A saved user name and password, opened.
package struct SavedCredential: Hashable, Sendable {
    /// In bytes of UTF-8.
    package static let maximumPasswordLength = 4_096
    /// In bytes of UTF-8.
    package static let maximumTitleLength = 1_024
    /// In bytes of UTF-8.
    package static let maximumNotesLength = 16_384
    /// How many earlier passwords are kept.
    package static let maximumHistory = 10

    package let id: CredentialID
    package let password: PrivateText
    /// The person's own name for it; empty where it has none.
    package let title: String
    package let notes: PrivateText
    package let createdAt: Date
    /// When the password was last changed.
    package let changedAt: Date
    package let lastUsedAt: Date?
    /// Earlier passwords and those that lost to a concurrent change, the newest first.
    package let history: [PasswordVersion]
    /// What this device began and has not finished.
    package let pendingUpgrade: PendingUpgrade?

    /// As lists show it: the title, or the site.
    package var shownTitle: String { title.isEmpty ? id.server.text : title }
}

/// What lists and the keyboard show of a credential. It is made without opening the password.
package struct CredentialSummary: Hashable, Sendable {
    package let id: CredentialID
    package let title: String
    package let createdAt: Date
    package let changedAt: Date
    package let lastUsedAt: Date?

    /// As lists show it: the title, or the site.
    package var shownTitle: String { title.isEmpty ? id.server.text : title }

    /// The order of suggestions: most recently used first, then those never used, the newest first; then by site and name.
    package static func isOfferedBefore(_ left: CredentialSummary, _ right: CredentialSummary) -> Bool {
        if left.lastUsedAt != right.lastUsedAt { return left.lastUsedAt ?? .distantPast > right.lastUsedAt ?? .distantPast }
        if left.createdAt != right.createdAt { return left.createdAt > right.createdAt }
        return left.id < right.id
    }
}

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
