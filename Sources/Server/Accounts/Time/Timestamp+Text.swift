import FoundationEssentials

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
