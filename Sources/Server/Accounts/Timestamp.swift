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
        // Written digit by digit, because a response has up to six times: from the days since 0000-03-01, after Howard Hinnant's
        // `civil_from_days`. Foundation's calendar is Julian before 1583.
        var (day, time) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        if time < 0 { (day, time) = (day - 1, time + 86_400_000) }
        let (era, dayOfEra) = (day + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthAfterMarch = (5 * dayOfYear + 2) / 153
        let year = era * 400 + yearOfEra + (monthAfterMarch < 10 ? 0 : 1)
        guard (1_583...9_999).contains(year) else { return descriptionByFoundation }
        return String(unsafeUninitializedCapacity: 24) { text in
            var end = 0
            func put(_ value: Int64, digits: Int, then separator: Unicode.Scalar) {
                var rest = value
                for index in (end..<end + digits).reversed() {
                    text[index] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                text[end + digits] = UInt8(ascii: separator)
                end += digits + 1
            }
            put(year, digits: 4, then: "-")
            put(monthAfterMarch < 10 ? monthAfterMarch + 3 : monthAfterMarch - 9, digits: 2, then: "-")
            put(dayOfYear - (153 * monthAfterMarch + 2) / 5 + 1, digits: 2, then: "T")
            put(time / 3_600_000, digits: 2, then: ":")
            put(time / 60_000 % 60, digits: 2, then: ":")
            put(time / 1_000 % 60, digits: 2, then: ".")
            put(time % 1_000, digits: 3, then: "Z")
            return end
        }
    }

    private var descriptionByFoundation: String {
        // Only the whole seconds are converted to floating point, which is exact: Foundation renders half of all fractions one
        // millisecond too low.
        let second = Date(timeIntervalSince1970: Double(seconds)).formatted(Self.wholeSeconds)
        let fraction = String(1_000 + milliseconds - seconds * 1_000).dropFirst()
        return "\(second.dropLast()).\(fraction)Z"
    }

    private static let wholeSeconds = Date.ISO8601FormatStyle()
}
