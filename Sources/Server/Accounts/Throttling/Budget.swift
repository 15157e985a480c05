/// How many attempts something is good for: `burst` at once, refilled evenly at `refill` per `period`.
///
/// It is a leaky bucket kept as one moment in time, the theoretical arrival time of GCRA (ITU-T I.371, Annex A), so that charging
/// it is a comparison and an addition, and so that the bound is strict: in any window of one period at most `burst + refill`
/// attempts pass.
package struct Budget: Hashable, Sendable {
    package let burst: Int
    package let refill: Int
    package let period: Duration

    /// Refuses a budget that would never let anything pass: burst and refill are at least 1.
    package init?(burst: Int, refill: Int, per period: Duration) {
        guard burst >= 1, refill >= 1, period.wholeMilliseconds >= Int64(refill) else { return nil }
        self.init(checkedBurst: burst, refill: refill, period: period)
    }

    private init(checkedBurst burst: Int, refill: Int, period: Duration) {
        self.burst = burst
        self.refill = refill
        self.period = period
    }

    /// A budget that lets at most `attempts` pass in any day, half of them at once, or `burst`.
    static func daily(_ attempts: Int, burst: Int? = nil) -> Budget {
        let burst = burst ?? attempts / 2
        return Budget(checkedBurst: burst, refill: attempts - burst, period: .seconds(86_400))
    }

    static func hourly(_ attempts: Int) -> Budget {
        Budget(checkedBurst: attempts / 2, refill: attempts - attempts / 2, period: .seconds(3_600))
    }

    /// The outcome of one attempt at `now` against a bucket whose kept moment is `arrival` (nil for one never charged).
    ///
    /// A moment further ahead than a full bucket reaches shows that the clock was set back. Up to the time that a full bucket takes
    /// to drain, this counts as waiting, so that requests served out of order get nothing for it; beyond, one attempt is
    /// admitted and the bucket counts as full from now. So a clock set back adds at most that time to the wait, however far it went.
    package func charge(_ arrival: Timestamp?, now: Timestamp) -> BudgetCharge {
        let full = now + depth
        let current = max(arrival ?? now, now)
        guard current <= full + depth else { return .admitted(arrival: full) }
        let next = current + interval
        return next <= full ? .admitted(arrival: next) : .exhausted(retryAfter: next - full)
    }

    /// The bucket after one attempt is given back; nil when nothing is left to keep.
    package func refund(_ arrival: Timestamp, now: Timestamp) -> Timestamp? {
        let returned = arrival - interval
        return returned > now ? returned : nil
    }

    /// Rounded up to what a store keeps; rounded down, more than `refill` would come back in a period.
    private var interval: Duration { (period / refill).roundedUpToMilliseconds }
    private var depth: Duration { interval * burst }
}

/// What charging a budget gave.
package enum BudgetCharge: Hashable, Sendable {
    /// Within budget; keep this moment.
    case admitted(arrival: Timestamp)
    /// Over budget; nothing changes, and an attempt this much later would pass.
    case exhausted(retryAfter: Duration)
}
