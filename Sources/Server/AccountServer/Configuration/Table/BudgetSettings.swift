import Accounts

/// The three keys of one budget. At most `attempts` are allowed in any window of one `period`: `burst` of them at once, the rest
/// evenly.
struct BudgetSettings: Sendable {
    /// The budget of the policy that the keys set.
    let budget: any WritableKeyPath<ThrottlePolicy, Budget> & Sendable
    let attempts: Setting<Int>
    let period: Setting<Duration>
    let burst: Setting<Int?>
    /// The default of `burst`.
    let standardBurst: BurstFraction
    /// The maximum number a day that still counts as a limit.
    let safeInADay: Int

    init(
        _ name: String, _ budget: any WritableKeyPath<ThrottlePolicy, Budget> & Sendable, safeInADay: Int,
        burst standardBurst: BurstFraction = .half, _ summary: String
    ) {
        let standard = ThrottlePolicy()[keyPath: budget]
        self.budget = budget
        self.safeInADay = safeInADay
        self.standardBurst = standardBurst
        attempts = Setting(
            "throttles.\(name).attempts", .integer(2...1_000_000_000), default: standard.burst + standard.refill,
            "\(summary): maximum in any period")
        period = Setting(
            "throttles.\(name).period", .duration(.seconds(1) ... .seconds(30 * 86_400)), default: standard.period,
            "\(summary): the period")
        burst = Setting(
            optional: "throttles.\(name).burst", .integer(1...1_000_000_000), shown: "(\(standardBurst.words) of attempts)",
            "\(summary): maximum at once")
    }

    var keys: [ConfigurationKey] { [attempts.key, period.key, burst.key] }
}

/// The default share of a budget that is allowed at once.
enum BurstFraction: Sendable {
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

extension Settings {
    /// All budgets of the policy, in the order of the documentation.
    static let budgets = [
        BudgetSettings(
            "failuresPerNameAndAddress", \.failuresPerNameAndAddress, safeInADay: 1_000,
            "failed sign-ins for one name from one address"),
        BudgetSettings("failuresPerName", \.failuresPerName, safeInADay: 1_000, "failed sign-ins for one name"),
        BudgetSettings(
            "failuresPerSession", \.failuresPerSession, safeInADay: 100, "wrong passwords and second factors in one session"),
        BudgetSettings(
            "failuresPerKnownDevices", \.failuresPerKnownDevices, safeInADay: 1_000,
            "failures from the known devices of one account"),
        BudgetSettings("failuresPerAddress", \.failuresPerAddress, safeInADay: 100_000, "failed sign-ins from one address"),
        BudgetSettings("failuresInAll", \.failuresInAll, safeInADay: 10_000_000, "failed sign-ins in total"),
        BudgetSettings("registrationsPerAddress", \.registrationsPerAddress, safeInADay: 100_000, "sign-ups from one address"),
        BudgetSettings("registrationsInAll", \.registrationsInAll, safeInADay: 10_000_000, "sign-ups in total"),
        BudgetSettings(
            "challengesPerAddress", \.challengesPerAddress, safeInADay: 100_000,
            "challenges and web sign-ins with Apple started from one address"),
        BudgetSettings(
            "challengesInAll", \.challengesInAll, safeInADay: 10_000_000,
            "challenges and web sign-ins with Apple started in total"),
        BudgetSettings(
            "appleFailuresPerAddress", \.appleFailuresPerAddress, safeInADay: 100_000,
            "failed sign-ins with Apple from one address"),
        BudgetSettings(
            "appleFailuresInAll", \.appleFailuresInAll, safeInADay: 10_000_000,
            "failed Apple code exchanges from unknown clients"),
        BudgetSettings(
            "passkeyFailuresPerBrowser", \.passkeyFailuresPerBrowser, safeInADay: 100_000,
            "failed passkey responses from one browser, app or session"),
        BudgetSettings(
            "passkeyFailuresPerAddress", \.passkeyFailuresPerAddress, safeInADay: 100_000,
            "failed passkey responses from one address"),
        BudgetSettings(
            "passkeySignInsPerAccount", \.passkeySignInsPerAccount, safeInADay: 1_000_000,
            "sign-ins with the passkeys of one account"),
        BudgetSettings(
            "hashesPerClient", \.hashesPerClient, safeInADay: 1_000_000,
            "requests of one session, or for one name from one address, that compute a password hash"),
        BudgetSettings(
            "hashesPerAddress", \.hashesPerAddress, safeInADay: 10_000_000,
            "requests from one address that compute a password hash"),
        BudgetSettings(
            "factorFailuresPerAccount", \.factorFailuresPerAccount, safeInADay: 100,
            "wrong second factors for one account"),
        BudgetSettings(
            "factorFailuresPerKnownDevices", \.factorFailuresPerKnownDevices, safeInADay: 100, burst: .threeQuarters,
            "wrong second factors from the known devices and sessions of one account"),
        BudgetSettings(
            "factorFailuresInSessions", \.factorFailuresInSessions, safeInADay: 100, burst: .threeQuarters,
            "wrong second factors in all sessions of one account"),
        BudgetSettings(
            "changesPerSession", \.changesPerSession, safeInADay: 100_000, "changes of one session"),
        BudgetSettings(
            "searchesPerSession", \.searchesPerSession, safeInADay: 100_000, "searches of one session of an operator"),
        BudgetSettings(
            "toolRequestsPerAddress", \.toolRequestsPerAddress, safeInADay: 1_000_000,
            "requests for developer pages from one address"),
        BudgetSettings(
            "mailsPerRecipient", \.mailsPerRecipient, safeInADay: 1_000,
            "mails that clients ask for, to one e-mail address or for one name"),
        BudgetSettings(
            "recoveriesPerNameAndAddress", \.recoveriesPerNameAndAddress, safeInADay: 1_000,
            "mails for one name or e-mail address from one network"),
        BudgetSettings("mailsPerAccount", \.mailsPerAccount, safeInADay: 1_000, "mails that one account asks for"),
        BudgetSettings("mailsPerAddress", \.mailsPerAddress, safeInADay: 100_000, "mails that clients at one address ask for"),
        BudgetSettings(
            "mailsInAll", \.mailsInAll, safeInADay: 10_000_000, "mails to unverified e-mail addresses in total"),
        BudgetSettings(
            "siteChecksPerAddress", \.siteChecksPerAddress, safeInADay: 100_000,
            "checks of a site's association file from one address"),
    ]
}
