/// What a server-to-server notification tells (facts 1.10).
public enum NotificationKind: String, Sendable, Hashable, Codable, CaseIterable {
    case emailDisabled = "email-disabled"
    case emailEnabled = "email-enabled"
    case consentRevoked = "consent-revoked"
    /// Sent as `account-delete` or `account-deleted`, by ``AppleServiceSettings/accountDeletionType``.
    case accountDelete = "account-delete"
}
