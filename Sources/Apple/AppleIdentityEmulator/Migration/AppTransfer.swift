public import FoundationEssentials

/// A group of apps that moved from one team to another.
public struct AppTransfer: Sendable, Hashable, Codable {
    /// For how long users can be migrated and tokens carry `transfer_sub`: 60 days (facts 1.12).
    public static let window: TimeInterval = 60 * 86_400

    /// The primary App ID of the group.
    public let primary: ClientIdentifier
    /// The team that gave it away.
    public let from: TeamIdentifier
    /// The team that received it.
    public let to: TeamIdentifier
    /// When it moved.
    public let at: Date

    /// Whether users can still be migrated.
    public func isOpen(at now: Date) -> Bool {
        now < at.addingTimeInterval(Self.window)
    }
}
