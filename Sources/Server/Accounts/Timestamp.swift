import FoundationEssentials

/// A moment in milliseconds since 1970-01-01T00:00:00Z: exactly what a store keeps, so that a value read back equals the value
/// written. The domain never reads a clock; whoever calls it passes `now`.
package struct Timestamp: Hashable, Comparable, Sendable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The moment this many whole seconds after the epoch.
    package init(seconds: Int64) {
        milliseconds = seconds * 1_000
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    package static func + (moment: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds + duration.wholeMilliseconds)
    }

    package static func - (moment: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds - duration.wholeMilliseconds)
    }

    package static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .milliseconds(later.milliseconds - earlier.milliseconds)
    }

    /// Seconds since the epoch, rounded down: the unit of JWT's `NumericDate` (RFC 7519, section 2).
    package var seconds: Int64 {
        Int64((Double(milliseconds) / 1_000).rounded(.down))
    }
}

extension Duration {
    /// This duration in milliseconds, rounded towards zero.
    package var wholeMilliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// This duration, if it is not whole milliseconds, made longer until it is.
    var roundedUpToMilliseconds: Duration {
        let whole = Duration.milliseconds(wholeMilliseconds)
        return whole < self ? whole + .milliseconds(1) : whole
    }

    /// This duration in whole seconds, rounded up: what a `Retry-After` header can say (RFC 9110, section 10.2.3).
    package var secondsRoundedUp: Int64 {
        components.seconds + (components.attoseconds > 0 ? 1 : 0)
    }
}

extension Timestamp: CustomStringConvertible {
    /// The moment as an RFC 3339 date-time in UTC with milliseconds, such as `2026-11-21T09:06:00.000Z`.
    package var description: String {
        // Only the whole seconds go through a floating-point number, and exactly: Foundation cuts half of all fractions a
        // millisecond short.
        let second = Date(timeIntervalSince1970: Double(seconds)).formatted(Self.wholeSeconds)
        let fraction = String(1_000 + milliseconds - seconds * 1_000).dropFirst()
        return "\(second.dropLast()).\(fraction)Z"
    }

    private static let wholeSeconds = Date.ISO8601FormatStyle()
}
