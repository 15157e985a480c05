public import FoundationEssentials

/// A notification as the console lists it.
public struct NotificationSummary: Sendable, Hashable, Codable, Identifiable {
    /// How far it is.
    public enum Progress: String, Sendable, Hashable, Codable {
        /// To be posted at `nextAttemptAt`.
        case waiting
        /// Handed out; counts as failed when no outcome is told within a minute.
        case underway
        case delivered
        /// All attempts failed.
        case abandoned
    }

    /// Names it in the outbox.
    public let id: Int
    /// The token's `jti`; the same on every attempt and replay.
    public let jti: String
    /// What it tells.
    public let kind: NotificationKind
    /// The token's `aud`.
    public let audience: ClientIdentifier
    /// Whom it is about.
    public let subject: Subject
    /// Where it is posted.
    public let url: String
    /// The signed payload itself.
    public let payload: String
    /// When the event happened.
    public let createdAt: Date
    /// How far it is.
    public internal(set) var progress: Progress
    /// Attempts made.
    public internal(set) var attempts: Int
    /// When it is posted next, or while underway when it counts as failed.
    public internal(set) var nextAttemptAt: Date?
    /// What the last attempt came to, such as `status 500`.
    public internal(set) var lastOutcome: String?
}
