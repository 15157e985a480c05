import Accounts

/// The three keys of one budget. At most `attempts` pass in any window of one `period`: `burst` of them at once, the rest evenly.
struct BudgetSettings: Sendable {
    /// The budget of the policy that they set.
    let budget: any WritableKeyPath<ThrottlePolicy, Budget> & Sendable
    let attempts: Setting<Int>
    let period: Setting<Duration>
    let burst: Setting<Int?>
    /// The most that may pass in a day where it is meant to throttle anything.
    let safeInADay: Int

    init(
        _ name: String, _ budget: any WritableKeyPath<ThrottlePolicy, Budget> & Sendable, safeInADay: Int, _ summary: String
    ) {
        let standard = ThrottlePolicy()[keyPath: budget]
        self.budget = budget
        self.safeInADay = safeInADay
        attempts = Setting(
            "throttles.\(name).attempts", .integer(2...1_000_000_000), default: standard.burst + standard.refill,
            "\(summary): how many in any period")
        period = Setting(
            "throttles.\(name).period", .duration(.seconds(1) ... .seconds(30 * 86_400)), default: standard.period,
            "\(summary): the period")
        burst = Setting(
            optional: "throttles.\(name).burst", .integer(1...1_000_000_000), shown: "(half of attempts)",
            "\(summary): how many of them at once")
    }

    var keys: [ConfigurationKey] { [attempts.key, period.key, burst.key] }
}
