public import FoundationEssentials

/// A key of the service, as the console lists it.
public struct SigningKeySummary: Sendable, Hashable, Codable, Identifiable {
    /// The `kid`.
    public let id: KeyIdentifier
    /// When it was made.
    public let createdAt: Date
    /// Whether the key set lists it.
    public let isListed: Bool
    /// Whether new tokens are signed with it.
    public let signs: Bool
}
