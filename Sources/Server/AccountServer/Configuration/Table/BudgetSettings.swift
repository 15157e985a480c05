import Accounts

/// The three keys of one budget. At most `attempts` pass in any window of one `period`: `burst` of them at once, the rest evenly.
struct BudgetSettings: Sendable {
    /// The budget of the policy that they set.
    let budget: any WritableKeyPath<ThrottlePolicy, Budget> & Sendable
    let attempts: Setting<Int>
    let period: Setting<Duration>
    let burst: Setting<Int?>
    /// What `burst` is where it is not set.
    let standardBurst: BurstShare
    /// The most that may pass in a day where it is meant to throttle anything.
    let safeInADay: Int

    init(
        _ name: String, _ budget: any WritableKeyPath<ThrottlePolicy, Budget> & Sendable, safeInADay: Int,
        burst standardBurst: BurstShare = .half, _ summary: String
    ) {
        let standard = ThrottlePolicy()[keyPath: budget]
        self.budget = budget
        self.safeInADay = safeInADay
        self.standardBurst = standardBurst
        attempts = Setting(
            "throttles.\(name).attempts", .integer(2...1_000_000_000), default: standard.burst + standard.refill,
            "\(summary): how many in any period")
        period = Setting(
            "throttles.\(name).period", .duration(.seconds(1) ... .seconds(30 * 86_400)), default: standard.period,
            "\(summary): the period")
        burst = Setting(
            optional: "throttles.\(name).burst", .integer(1...1_000_000_000), shown: "(\(standardBurst.words) of attempts)",
            "\(summary): how many of them at once")
    }

    var keys: [ConfigurationKey] { [attempts.key, period.key, burst.key] }
}

/// How much of a budget passes at once unless it is set.
enum BurstShare: Sendable {
    case half
    case threeQuarters

    func of(_ attempts: Int) -> Int {
        switch self {
        case .half: attempts / 2
        case .threeQuarters: max(attempts * 3 / 4, 1)
        }
    }

    var words: String {
        switch self {
        case .half: "half"
        case .threeQuarters: "three quarters"
        }
    }
}
