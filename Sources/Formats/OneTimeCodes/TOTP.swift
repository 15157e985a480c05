public import FoundationEssentials

/// Time-based one-time passwords (RFC 6238).
public struct TOTP: Sendable {
    /// Derives the password from the number of a time step.
    public let hotp: HOTP

    /// The validity of a password in seconds.
    public let period: Int

    /// Creates a generator whose password changes every `period` seconds, counted from 1970. Returns nil if the period is less
    /// than 5 seconds or more than a day.
    public init?(_ hotp: HOTP, period: Int = 30) {
        guard (5...86_400).contains(period) else { return nil }
        self.hotp = hotp
        self.period = period
    }

    /// Returns the step at a time (section 4.2). Returns nil before 1970 and beyond the range of the counter.
    public func step(at time: Date) -> UInt64? {
        let steps = (time.timeIntervalSince1970 / Double(period)).rounded(.down)
        return steps >= 0 ? UInt64(exactly: steps) : nil
    }

    /// Returns the password at a time. Returns nil before 1970.
    public func password(at time: Date) -> String? { step(at: time).map { hotp.password($0) } }

    /// Returns the remaining validity of the password at a time, in seconds.
    public func remaining(at time: Date) -> TimeInterval {
        let passed = time.timeIntervalSince1970.truncatingRemainder(dividingBy: Double(period))
        return Double(period) - (passed < 0 ? passed + Double(period) : passed)
    }
}

/// Verifies the passwords of one authenticator and accepts each step once (RFC 6238 section 5.2).
///
/// The value contains the last accepted step. Store it with the authenticator, and continue only after it was stored. Otherwise
/// two concurrent requests can use the same password.
///
/// The verifier has no rate limit, so the caller must limit attempts. With six digits and the default drift, three passwords are
/// right at any moment: one guess in 333,333 succeeds.
public struct TOTPVerifier: Sendable {
    /// The result of verifying a password.
    public enum Outcome: Sendable, Hashable {
        /// The password is right. Its step and all steps before it cannot be used again.
        case accepted(step: UInt64)
        /// The password is right, but its step or a later one was already used.
        case alreadyUsed
        /// The password is wrong.
        case wrong
    }

    /// The generator of the expected passwords.
    public let totp: TOTP

    /// The number of steps that a clock may deviate to either side.
    public let drift: Int

    /// The last accepted step. Nil if none exists. Store this value.
    public private(set) var lastAcceptedStep: UInt64?

    /// The maximum drift: ten steps.
    public static let largestDrift = 10

    /// Creates a verifier. Clamps the drift to 0...``largestDrift``.
    public init(_ totp: TOTP, drift: Int = 1, lastAcceptedStep: UInt64? = nil) {
        self.totp = totp
        self.drift = min(max(drift, 0), Self.largestDrift)
        self.lastAcceptedStep = lastAcceptedStep
    }

    /// Verifies a typed password. Ignores spaces.
    public mutating func accept(_ candidate: String, now: Date) -> Outcome {
        guard let step = totp.step(at: now), step < UInt64.max - UInt64(drift) else { return .wrong }
        let last = step + UInt64(drift)
        let first = step < UInt64(drift) ? 0 : step - UInt64(drift)
        guard let used = lastAcceptedStep else { return take(totp.hotp.find(candidate, in: first...last)) }
        // Searches separately for a new step, because two steps in the window can have the same password.
        let old = totp.hotp.find(candidate, in: first...last)
        let new = used < last ? totp.hotp.find(candidate, in: max(first, used + 1)...last) : nil
        return new == nil && old != nil ? .alreadyUsed : take(new)
    }

    private mutating func take(_ step: UInt64?) -> Outcome {
        guard let step else { return .wrong }
        lastAcceptedStep = step
        return .accepted(step: step)
    }
}
