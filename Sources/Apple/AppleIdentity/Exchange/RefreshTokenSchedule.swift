public import FoundationEssentials

/// When a refresh token may be checked: at most once a day, since Apple throttles those who ask more often.
///
/// There is no way to ask Apple about a refresh token but with a ``RefreshTokenCheck``, and none to get one but here.
public struct RefreshTokenSchedule: Sendable, Hashable {
    /// The seconds between two checks: a day.
    public static let interval: TimeInterval = 86_400

    /// The last time when Apple said something about the token: its issue or the last check, whatever came of that. Keep it beside
    /// the token.
    public let lastCheckedAt: Date?

    /// - Parameter lastCheckedAt: nil for a token of which nothing is known. One from an exchange is as good as checked then.
    public init(lastCheckedAt: Date?) {
        self.lastCheckedAt = lastCheckedAt
    }

    /// When the next check is allowed; nil where it is now, whenever that is.
    public var nextCheck: Date? { lastCheckedAt?.addingTimeInterval(Self.interval) }

    /// The permission to check a token once.
    ///
    /// - Returns: nil before ``nextCheck``. A last check that lies more than a day ahead is the mistake of a clock and does not bind.
    public func permission(for token: RefreshToken, now: Date) -> RefreshTokenCheck? {
        if let lastCheckedAt, let nextCheck, now < nextCheck, lastCheckedAt <= now.addingTimeInterval(Self.interval) { return nil }
        return RefreshTokenCheck(token: token)
    }
}
