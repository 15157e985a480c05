import FoundationEssentials

/// A point in time in milliseconds since 1970-01-01T00:00:00Z. The store has the same resolution, so it returns the value that was
/// written. The domain never reads a clock; the caller passes `now`.
package struct Timestamp: Hashable, Comparable, Sendable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Creates a timestamp from whole seconds since the epoch.
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

    /// The seconds since the epoch, rounded down: the unit of JWT's `NumericDate` (RFC 7519, section 2).
    package var seconds: Int64 {
        Int64((Double(milliseconds) / 1_000).rounded(.down))
    }
}

extension Duration {
    /// The duration in milliseconds, rounded towards zero.
    package var wholeMilliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// The duration, rounded up to whole milliseconds.
    var roundedUpToMilliseconds: Duration {
        let whole = Duration.milliseconds(wholeMilliseconds)
        return whole < self ? whole + .milliseconds(1) : whole
    }
}

extension Timestamp: CustomStringConvertible {
    /// The time as an RFC 3339 date-time in UTC with milliseconds, such as `2026-11-21T09:06:00.000Z`.
    package var description: String {
        // Only the whole seconds are converted to floating point, which is exact: Foundation renders half of all fractions one
        // millisecond too low.
        let second = Date(timeIntervalSince1970: Double(seconds)).formatted(Self.wholeSeconds)
        let fraction = String(1_000 + milliseconds - seconds * 1_000).dropFirst()
        return "\(second.dropLast()).\(fraction)Z"
    }

    private static let wholeSeconds = Date.ISO8601FormatStyle()
}
