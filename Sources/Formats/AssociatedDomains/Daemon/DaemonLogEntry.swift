public import FoundationEssentials

/// A line of the daemon's log: what it did, and why.
public struct DaemonLogEntry: Sendable, Hashable, Codable, CustomStringConvertible {
    /// When.
    public let time: Date

    /// About whom: a domain, an app, or a line of the database.
    public let subject: String

    /// What happened, and why.
    public let message: String

    /// The line as text.
    public var description: String { "\(UTCTime(secondsSince1970: time.timeIntervalSince1970).text) \(subject): \(message)" }
}
