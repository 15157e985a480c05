/// How often in a row a wrong passcode was given, and how long nobody is heard after that: nothing for four, then one minute, five, fifteen
/// twice, and an hour for each further one.
package struct PasscodeFailures: Hashable, Sendable {
    package private(set) var count: Int
    /// Seconds since 2001-01-01T00:00:00Z.
    package private(set) var lastFailure: Double

    /// Takes a count below nothing for a great one: a damaged count lets nobody guess.
    package init(count: Int = 0, lastFailure: Double = 0) {
        self.count = count < 0 ? Self.waits.count + 4 : count
        self.lastFailure = lastFailure
    }

    /// Seconds until a passcode is looked at again. A clock that was set back does not shorten the wait.
    package func wait(now: Double) -> Double {
        guard count >= 5 else { return 0 }
        let wait = Self.waits[min(count - 5, Self.waits.count - 1)]
        return max(0, wait - max(0, now - lastFailure))
    }

    /// Takes a failure that is stamped in the future, as after a clock that was wrong, for one of now: the wait for it begins now. False where
    /// there was nothing to do.
    package mutating func bringToPresent(now: Double) -> Bool {
        guard lastFailure > now else { return false }
        lastFailure = now
        return true
    }

    package mutating func add(now: Double) {
        count += 1
        lastFailure = now
    }

    /// One that was counted and was no attempt. The time of the last failure stays, so that no wait becomes shorter.
    package mutating func takeBack() {
        count = max(0, count - 1)
    }

    package mutating func clear() {
        self = PasscodeFailures()
    }

    private static let waits: [Double] = [60, 300, 900, 900, 3_600]
}

/// How often in a row the sensor saw a stranger. Five lock biometry until the passcode is given, over restarts as well: whoever counts
/// writes the count down before anyone is asked again.
package struct BiometricFailures: Hashable, Sendable {
    package static let limit = 5

    package private(set) var count: Int

    /// Takes more than the limit, or less than nothing, for a lock: a damaged count opens nothing.
    package init(count: Int = 0) {
        self.count = (0...Self.limit).contains(count) ? count : Self.limit
    }

    package var areTooMany: Bool { count >= Self.limit }

    package mutating func add() {
        count = min(count + 1, Self.limit)
    }

    /// After a match, and after the passcode.
    package mutating func clear() {
        count = 0
    }
}
