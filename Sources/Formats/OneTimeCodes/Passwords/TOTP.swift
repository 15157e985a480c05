public import FoundationEssentials

/// One-time passwords by the time (RFC 6238).
public struct TOTP: Sendable {
    /// How passwords follow from the number of a step.
    public let hotp: HOTP

    /// How long a password is valid, in seconds.
    public let period: Int

    /// Passwords that change every `period` seconds, counted from 1970; nil for a period under 5 seconds or over a day.
    public init?(_ hotp: HOTP, period: Int = 30) {
        guard (5...86_400).contains(period) else { return nil }
        self.hotp = hotp
        self.period = period
    }

    /// The step of a time (section 4.2); nil before 1970 and beyond what a counter holds.
    public func step(at time: Date) -> UInt64? {
        let steps = (time.timeIntervalSince1970 / Double(period)).rounded(.down)
        return steps >= 0 ? UInt64(exactly: steps) : nil
    }

    /// The password of a time; nil before 1970.
    public func password(at time: Date) -> String? { step(at: time).map { hotp.password($0) } }

    /// How long the password of a time remains valid, in seconds.
    public func remaining(at time: Date) -> TimeInterval {
        let passed = time.timeIntervalSince1970.truncatingRemainder(dividingBy: Double(period))
        return Double(period) - (passed < 0 ? passed + Double(period) : passed)
    }
}
