/// The budgets of everything a stranger can make the server do. Load tests raise them by configuration.
package struct ThrottlePolicy: Sendable {
    /// Failures for one submitted name, existing or not, from one address or one /64 of IPv6. It is a quarter of the budget below, so that one
    /// network cannot use that up and keep the owner out in another.
    package var failuresPerNameAndAddress = Budget.daily(20)
    /// Failures for one submitted name, existing or not, from anywhere but the account's known devices.
    package var failuresPerName = Budget.daily(80)
    /// Wrong passwords and second factors in one session. A session that uses it up ends.
    package var failuresPerSession = Budget.daily(20)
    /// Failures from the known devices of one account. With the budget for its name: at most 100 a day.
    package var failuresPerKnownDevices = Budget.daily(20)
    /// Failures from one address, or one /64 of IPv6.
    package var failuresPerAddress = Budget.hourly(200)
    /// Failures of everybody, known devices aside.
    package var failuresInAll = Budget.hourly(20_000)
    /// Registrations from one address, or one /64 of IPv6.
    package var registrationsPerAddress = Budget.hourly(40)
    package var registrationsInAll = Budget.hourly(10_000)
    /// What one address, or one /64 of IPv6, asks of the pages for developers, one of which asks after each pause in typing.
    package var toolRequestsPerAddress = Budget.hourly(2_400)
    /// Checks that visit a site in the name of one address, or one /64 of IPv6: each visits a stranger's site up to three times.
    package var siteChecksPerAddress = Budget.hourly(120)
    /// Challenges and web sign-ins with Apple begun from one address, or one /64 of IPv6.
    package var challengesPerAddress = Budget.hourly(600)
    /// The same of everybody. It bounds how many stand in the store: none of them outlives ten minutes.
    package var challengesInAll = Budget.hourly(200_000)
    /// Proofs of Apple's from one address, or one /64 of IPv6, that were not good: the nonce is of no living challenge, or Apple was
    /// asked about a code and did not vouch for anybody.
    package var appleFailuresPerAddress = Budget.hourly(200)
    /// Questions to Apple about codes that came to nothing, of everybody, known devices and signed-in sessions aside.
    package var appleFailuresInAll = Budget.hourly(20_000)
    /// Wrong second factors for one account, after the right password, from anywhere but its known devices. A code of six digits is guessed
    /// once in a million, and twice where its device's clock lags: by this budget once in sixty years at the most.
    package var factorFailuresPerAccount = Budget.daily(20)
    /// The same from the account's known devices, its signed-in sessions included.
    package var factorFailuresPerKnownDevices = Budget.daily(20, burst: 15)
    /// The same from the account's signed-in sessions, all together: less than the above at once and in a day, so that stolen sessions leave
    /// the known devices some attempts, and more than one session has, so that one that is stolen leaves the others some.
    package var factorFailuresInSessions = Budget.daily(16, burst: 12)
    /// Requests of one session that change something, each of which may write an event. Never given back.
    package var changesPerSession = Budget.hourly(600)

    /// Requests with a password hash, successful ones too, of one session, or for one name from one address or /64 of IPv6.
    package var hashesPerClient = Budget.hourly(240)
    /// Requests with a password hash, successful ones too, from one address, or one /64 of IPv6.
    package var hashesPerAddress = Budget.hourly(12_000)

    package init() {}
}

/// One bucket to charge, with its budget.
package struct ThrottleCharge: Hashable, Sendable {
    package let key: BudgetKey
    package let budget: Budget
}

extension BudgetKeys {
    /// What a hash costs a client that has no session.
    func hashCosts(for name: UserNameKey, client: Client, budgets: ThrottlePolicy) -> [ThrottleCharge] {
        [
            ThrottleCharge(key: hashes(for: name, from: client.address), budget: budgets.hashesPerClient),
            ThrottleCharge(key: hashes(from: client.address), budget: budgets.hashesPerAddress),
        ]
    }
}

/// What a store answers to a set of charges: all of them taken, or none.
package enum ThrottleDecision: Hashable, Sendable {
    case admitted
    /// Nothing was charged. An attempt this much later passes, as far as is known now.
    case exhausted(retryAfter: Duration)
}

/// The buckets of all budgets. They survive a restart.
package protocol ThrottleStore: Sendable {
    /// Takes one attempt from each bucket, or none when any of them is exhausted; then the longest wait is the answer.
    func charge(_ charges: [ThrottleCharge], now: Timestamp) async throws -> ThrottleDecision

    /// Gives one attempt back to each bucket.
    func refund(_ charges: [ThrottleCharge], now: Timestamp) async throws
}
