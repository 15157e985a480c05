import Accounts

/// The three keys of one budget. At most `attempts` pass in any window of one `period`: `burst` of them at once, the rest evenly.
struct BudgetSettings: Sendable {
    let attempts: Setting<Int>
    let period: Setting<Duration>
    let burst: Setting<Int?>

    init(_ section: String, default standard: Budget, _ summary: String) {
        attempts = Setting(
            "\(section).attempts", .integer(2...1_000_000_000), default: standard.burst + standard.refill,
            "\(summary): how many in any period")
        period = Setting(
            "\(section).period", .duration(.seconds(1) ... .seconds(30 * 86_400)), default: standard.period,
            "\(summary): the period")
        burst = Setting(
            optional: "\(section).burst", .integer(1...1_000_000_000), shown: "(half of attempts)",
            "\(summary): how many of them at once")
    }

    var keys: [ConfigurationKey] { [attempts.key, period.key, burst.key] }
}
