import AssociatedDomains
package import FoundationEssentials

/// What lists and the keyboard show of a credential. It is made without opening the password.
package struct CredentialSummary: Hashable, Sendable {
    package let id: CredentialID
    package let title: String
    package let createdAt: Date
    package let changedAt: Date
    package let lastUsedAt: Date?

    package init(id: CredentialID, title: String, createdAt: Date, changedAt: Date, lastUsedAt: Date?) {
        self.id = id
        self.title = title
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.lastUsedAt = lastUsedAt
    }

    /// As lists show it: the title, or the site.
    package var shownTitle: String { title.isEmpty ? id.server.text : title }

    /// The order of suggestions: most recently used first, then those never used, the newest first; then by site and name.
    package static func isOfferedBefore(_ left: CredentialSummary, _ right: CredentialSummary) -> Bool {
        if left.lastUsedAt != right.lastUsedAt { return left.lastUsedAt ?? .distantPast > right.lastUsedAt ?? .distantPast }
        if left.createdAt != right.createdAt { return left.createdAt > right.createdAt }
        return left.id < right.id
    }
}
