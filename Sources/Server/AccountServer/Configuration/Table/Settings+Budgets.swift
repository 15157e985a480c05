import Accounts

extension Settings {
    /// Every budget of the policy, in the order that documentation shows them.
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
        BudgetSettings("failuresInAll", \.failuresInAll, safeInADay: 10_000_000, "failed sign-ins of everybody"),
        BudgetSettings("registrationsPerAddress", \.registrationsPerAddress, safeInADay: 100_000, "sign-ups from one address"),
        BudgetSettings("registrationsInAll", \.registrationsInAll, safeInADay: 10_000_000, "sign-ups of everybody"),
        BudgetSettings(
            "challengesPerAddress", \.challengesPerAddress, safeInADay: 100_000,
            "challenges and web sign-ins with Apple begun from one address"),
        BudgetSettings(
            "challengesInAll", \.challengesInAll, safeInADay: 10_000_000,
            "challenges and web sign-ins with Apple begun by everybody"),
        BudgetSettings(
            "appleFailuresPerAddress", \.appleFailuresPerAddress, safeInADay: 100_000,
            "failed sign-ins with Apple from one address"),
        BudgetSettings(
            "appleFailuresInAll", \.appleFailuresInAll, safeInADay: 10_000_000,
            "codes that strangers had Apple asked about in vain"),
        BudgetSettings(
            "hashesPerClient", \.hashesPerClient, safeInADay: 1_000_000,
            "requests of one session, or for one name from one address, that cost a password hash"),
        BudgetSettings(
            "hashesPerAddress", \.hashesPerAddress, safeInADay: 10_000_000,
            "requests from one address that cost a password hash"),
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
            "changesPerSession", \.changesPerSession, safeInADay: 100_000, "changes by one session"),
        BudgetSettings(
            "toolRequestsPerAddress", \.toolRequestsPerAddress, safeInADay: 1_000_000,
            "requests of the pages for developers from one address"),
        BudgetSettings(
            "siteChecksPerAddress", \.siteChecksPerAddress, safeInADay: 100_000,
            "checks of a site's association file from one address"),
    ]
}
