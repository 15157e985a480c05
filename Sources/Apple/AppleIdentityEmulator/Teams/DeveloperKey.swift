public import FoundationEssentials

/// A team's private key for client secrets, as the console lists it. The key itself is in no value of this type.
public struct DeveloperKey: Sendable, Hashable, Codable, Identifiable {
    /// The `kid` of client secrets.
    public let id: KeyIdentifier
    /// The team that made it; a key stays with its team when an app moves.
    public let team: TeamIdentifier
    /// The primary App ID that it is configured for.
    public let primary: ClientIdentifier
    /// As the console lists it.
    public let name: String
    /// When it was made.
    public let createdAt: Date
    /// When the .p8 file was taken; it is given out only once.
    public internal(set) var downloadedAt: Date?
    /// When it was revoked; secrets that it signed are refused from then on.
    public internal(set) var revokedAt: Date?
}
