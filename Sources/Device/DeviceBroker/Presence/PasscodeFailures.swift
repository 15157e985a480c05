/// The number of consecutive wrong passcodes, and the delay after them. The first four cause no delay. The next ones cause one
/// minute, five minutes, fifteen minutes twice, and then an hour each.
package struct PasscodeFailures: Hashable, Sendable {
    package private(set) var count: Int
    /// The time of the last failure, in seconds since 2001-01-01T00:00:00Z.
    package private(set) var lastFailure: Double

    /// Creates a count. A negative count, which is damaged, has the maximum delay.
    package init(count: Int = 0, lastFailure: Double = 0) {
        self.count = count < 0 ? Self.waits.count + 4 : count
        self.lastFailure = lastFailure
    }

    /// Returns the seconds until the next attempt. Setting the clock back does not shorten the delay.
    package func wait(now: Double) -> Double {
        guard count >= 5 else { return 0 }
        let wait = Self.waits[min(count - 5, Self.waits.count - 1)]
        return max(0, wait - max(0, now - lastFailure))
    }

    /// Moves a failure with a future timestamp, from a clock that was wrong, to the present: its delay starts now. Returns false if
    /// nothing had to change.
    package mutating func bringToPresent(now: Double) -> Bool {
        guard lastFailure > now else { return false }
        lastFailure = now
        return true
    }

    package mutating func add(now: Double) {
        count += 1
        lastFailure = now
    }

    /// Removes an attempt whose passcode was not checked. The time of the last failure remains, so that no delay becomes shorter.
    package mutating func undoAttempt() {
        count = max(0, count - 1)
    }

    package mutating func clear() {
        self = PasscodeFailures()
    }

    private static let waits: [Double] = [60, 300, 900, 900, 3_600]
}

/// The number of consecutive failed matches. Five lock biometry out until the passcode is entered, across restarts too: callers
/// store the count before the next prompt.
package struct BiometricFailures: Hashable, Sendable {
    package static let limit = 5

    package private(set) var count: Int

    /// Creates a count. A count above the limit or below zero, which is damaged, is a lockout.
    package init(count: Int = 0) {
        self.count = (0...Self.limit).contains(count) ? count : Self.limit
    }

    package var areTooMany: Bool { count >= Self.limit }

    package mutating func add() {
        count = min(count + 1, Self.limit)
    }

    /// Resets the count, after a match and after the correct passcode.
    package mutating func clear() {
        count = 0
    }
}
