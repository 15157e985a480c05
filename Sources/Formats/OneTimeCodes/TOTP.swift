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

/// Takes the passwords of one authenticator, each step once (RFC 6238 section 5.2).
///
/// A value that remembers the last accepted step: store it with the authenticator, and only go on when it was stored, or two
/// requests at the same moment both get in. It throttles nothing; whoever uses it must, since one guess in 333,333 is right.
public struct TOTPVerifier: Sendable {
    /// What came of a password.
    public enum Outcome: Sendable, Hashable {
        /// Right, and used up now with its step and all before it.
        case accepted(step: UInt64)
        /// Right, and used already, or older than one that was used.
        case alreadyUsed
        /// Wrong.
        case wrong
    }

    /// The passwords.
    public let totp: TOTP

    /// How many steps a clock may be off, to either side.
    public let drift: Int

    /// The last step whose password was accepted; nil where none was. This is what to store.
    public private(set) var lastAcceptedStep: UInt64?

    /// The widest drift: ten steps.
    public static let largestDrift = 10

    /// A verifier; a drift outside of 0...``largestDrift`` is brought to its nearer end.
    public init(_ totp: TOTP, drift: Int = 1, lastAcceptedStep: UInt64? = nil) {
        self.totp = totp
        self.drift = min(max(drift, 0), Self.largestDrift)
        self.lastAcceptedStep = lastAcceptedStep
    }

    /// Takes a password that was typed; spaces are left out.
    public mutating func accept(_ candidate: String, now: Date) -> Outcome {
        guard let step = totp.step(at: now), step < UInt64.max - UInt64(drift) else { return .wrong }
        let last = step + UInt64(drift)
        let first = step < UInt64(drift) ? 0 : step - UInt64(drift)
        guard let used = lastAcceptedStep else { return take(totp.hotp.find(candidate, in: first...last)) }
        // Looked for apart, so that a step that is new counts, should two steps in the window have the same password.
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
