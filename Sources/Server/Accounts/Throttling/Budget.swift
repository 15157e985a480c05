/// A limit on the number of attempts: `burst` at once, refilled evenly by `refill` per `period`.
///
/// The bucket is stored as a single timestamp, the theoretical arrival time of GCRA (ITU-T I.371, Annex A). Charging it takes one
/// comparison and one addition. The limit is strict: at most `burst + refill` attempts pass in any window of one period.
package struct Budget: Hashable, Sendable {
    package let burst: Int
    package let refill: Int
    package let period: Duration

    /// Returns nil for a budget that would never admit an attempt: burst and refill must be at least 1.
    package init?(burst: Int, refill: Int, per period: Duration) {
        guard burst >= 1, refill >= 1, period.wholeMilliseconds >= Int64(refill) else { return nil }
        self.init(checkedBurst: burst, refill: refill, period: period)
    }

    private init(checkedBurst burst: Int, refill: Int, period: Duration) {
        self.burst = burst
        self.refill = refill
        self.period = period
    }

    /// Returns a budget that admits at most `attempts` per day: half of them, or `burst`, at once.
    static func daily(_ attempts: Int, burst: Int? = nil) -> Budget {
        let burst = burst ?? attempts / 2
        return Budget(checkedBurst: burst, refill: attempts - burst, period: .seconds(86_400))
    }

    static func hourly(_ attempts: Int) -> Budget {
        Budget(checkedBurst: attempts / 2, refill: attempts - attempts / 2, period: .seconds(3_600))
    }

    static func * (budget: Budget, factor: Int) -> Budget {
        Budget(checkedBurst: budget.burst * factor, refill: budget.refill * factor, period: budget.period)
    }

    /// Returns the outcome of one attempt at `now` against a bucket with the stored time `arrival` (nil if it was never charged).
    ///
    /// A stored time beyond the end of a full bucket means that the clock was set back. Up to the time that a full bucket takes to
    /// drain, it counts as waiting time, so that requests processed out of order gain nothing. Beyond that, one attempt is admitted
    /// and the bucket counts as full from now. A clock that is set back therefore adds at most that time to the wait.
    package func charge(_ arrival: Timestamp?, now: Timestamp) -> BudgetCharge {
        let full = now + depth
        let current = max(arrival ?? now, now)
        guard current <= full + depth else { return .admitted(arrival: full) }
        let next = current + interval
        return next <= full ? .admitted(arrival: next) : .exhausted(retryAfter: next - full)
    }

    /// Returns the bucket after one attempt is refunded; nil if it is full again and need not be stored.
    package func refund(_ arrival: Timestamp, now: Timestamp) -> Timestamp? {
        let returned = arrival - interval
        return returned > now ? returned : nil
    }

    /// Rounded up to the store's resolution; rounding down would refill more than `refill` in a period.
    private var interval: Duration { (period / refill).roundedUpToMilliseconds }
    private var depth: Duration { interval * burst }
}

/// The result of charging a budget.
package enum BudgetCharge: Hashable, Sendable {
    /// The attempt is within the budget. Store this time.
    case admitted(arrival: Timestamp)
    /// The attempt exceeds the budget and nothing changes. It would pass after this delay.
    case exhausted(retryAfter: Duration)
}
