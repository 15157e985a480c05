import InternetAddresses

/// The budgets of everything that an unauthenticated client can make the server do. Load tests raise them by configuration.
package struct ThrottlePolicy: Sendable {
    /// Failures for one submitted user name, existing or not, from one address or IPv6 /64. It is a quarter of the next budget, so
    /// that one network cannot use that up and lock out the owner in another.
    package var failuresPerNameAndAddress = Budget.daily(20)
    /// Failures for one submitted user name, existing or not, except from the account's known devices.
    package var failuresPerName = Budget.daily(80)
    /// Wrong passwords and second factors in one session. The session ends when the budget is exhausted.
    package var failuresPerSession = Budget.daily(20)
    /// Failures from the known devices of one account. Together with the budget of the user name: at most 100 a day.
    package var failuresPerKnownDevices = Budget.daily(20)
    /// Failures from one address or IPv6 /64.
    package var failuresPerAddress = Budget.hourly(200)
    /// Failures of all clients except known devices.
    package var failuresInAll = Budget.hourly(20_000)
    /// Registrations from one address or IPv6 /64.
    package var registrationsPerAddress = Budget.hourly(40)
    package var registrationsInAll = Budget.hourly(10_000)
    /// Requests to the developer tool pages from one address or IPv6 /64. One of these pages sends a request after each pause in
    /// typing.
    package var toolRequestsPerAddress = Budget.hourly(2_400)
    /// Checks that fetch files from a site for one address or IPv6 /64. Each fetches from another party's site up to three times.
    package var siteChecksPerAddress = Budget.hourly(120)
    /// Challenges and web sign-ins with Apple started from one address or IPv6 /64.
    package var challengesPerAddress = Budget.hourly(600)
    /// Challenges and web sign-ins with Apple of all clients. This limits how many are stored, because none outlives ten minutes.
    package var challengesInAll = Budget.hourly(200_000)
    /// Failed proofs by Apple from one address or IPv6 /64: a nonce of no valid challenge, or a code exchange in which Apple did
    /// not authenticate a user.
    package var appleFailuresPerAddress = Budget.hourly(200)
    /// Failed code exchanges with Apple of all clients except known devices and signed-in sessions.
    package var appleFailuresInAll = Budget.hourly(20_000)
    /// Failed passkey responses from one browser, app, known device or session. It is a fifth of the next budget, so that one browser
    /// cannot use that up for all others in its network.
    package var passkeyFailuresPerBrowser = Budget.hourly(40)
    /// Failed passkey responses from one address or IPv6 /64, except from known devices and sessions. Signatures cannot be guessed, but each failure costs a write.
    package var passkeyFailuresPerAddress = Budget.hourly(200)
    /// Sign-ins with the passkeys of one account, charged after the signature was verified. Never refunded.
    package var passkeySignInsPerAccount = Budget.hourly(240)
    /// Wrong second factors for one account after the right password, except from its known devices, and separately those in
    /// recoveries. A guess of a six-digit code succeeds with a probability of one in a million, or two in a million if the device's
    /// clock is slow. Under this budget a guess succeeds at most once in sixty years.
    package var factorFailuresPerAccount = Budget.daily(20)
    /// Wrong second factors from the account's known devices, including its signed-in sessions.
    package var factorFailuresPerKnownDevices = Budget.daily(20, burst: 15)
    /// Wrong second factors from all signed-in sessions of the account together. It is smaller than the budget of the known
    /// devices, at once and per day, so that stolen sessions leave those devices some attempts. It is larger than the budget of one
    /// session, so that a stolen session leaves the others some.
    package var factorFailuresInSessions = Budget.daily(16, burst: 12)
    /// Requests of one session that change something, each of which may write an event. Never refunded.
    package var changesPerSession = Budget.hourly(600)
    /// Searches of one session of an operator among all accounts. Each shows at most ``AccountSearch/resultLimit`` accounts. Never
    /// refunded.
    package var searchesPerSession = Budget.hourly(600)
    /// Messages that clients ask for, to one e-mail address, known or not, and separately recoveries and sign-in codes of one submitted
    /// name. One mailbox therefore gets at most twice as many: by its address and by the user name of its account. That is also the
    /// limit on guesses of codes: five for each message.
    package var mailsPerRecipient = Budget.hourly(6)
    /// Recoveries and sign-in codes of one submitted name, and all messages to one e-mail address, that clients in one address or IPv6
    /// /64 ask for. It is smaller than the previous budget, so that one network cannot use that up and keep the owner in another from
    /// recovering.
    package var recoveriesPerNameAndAddress = Budget.hourly(4)
    /// Messages that the sessions of one account ask for, to any e-mail address.
    package var mailsPerAccount = Budget.daily(20)
    /// Messages that clients in one address or IPv6 /64 ask for.
    package var mailsPerAddress = Budget.hourly(60)
    /// Messages that all clients ask for, to e-mail addresses that are not verified.
    package var mailsInAll = Budget.hourly(10_000)

    /// Requests with a password hash, including successful ones, of one session, or for one user name from one address or IPv6 /64.
    package var hashesPerClient = Budget.hourly(240)
    /// Requests with a password hash, including successful ones, from one address or IPv6 /64.
    package var hashesPerAddress = Budget.hourly(12_000)

    /// The number of addresses whose budgets an IPv6 /48 has together. Many providers give a /56 or a /48 to a household, whose /64s could
    /// otherwise use up the budget of all clients.
    static var addressesPerSite: Int { 16 }

    package init() {}
}

/// A bucket to charge, with its budget.
package struct ThrottleCharge: Hashable, Sendable {
    package let key: BudgetKey
    package let budget: Budget
}

extension BudgetKeys {
    /// Returns the charges of an attempt for a client: of its address or IPv6 /64, of its IPv6 /48, and of all clients.
    ///
    /// - Parameters:
    ///   - budget: the budget of an address. A /48 has that of ``ThrottlePolicy/addressesPerSite`` addresses.
    ///   - all: the budget of all clients, if there is one.
    func charges(
        of attempt: Attempt, from client: Client, _ budget: Budget, inAll all: Budget? = nil
    ) -> [ThrottleCharge] {
        let (address, site) = (client.address.throttleKey, client.address.throttleSite)
        return [ThrottleCharge(key: key(of: attempt, from: address), budget: budget)]
            + (site.map { [ThrottleCharge(key: key(of: attempt, from: $0), budget: budget * ThrottlePolicy.addressesPerSite)] }
                ?? [])
            + (all.map { [ThrottleCharge(key: key(of: attempt, from: nil), budget: $0)] } ?? [])
    }

    /// Returns the cost of a hash for a client without a session.
    func hashCosts(for name: UserNameKey, client: Client, budgets: ThrottlePolicy) -> [ThrottleCharge] {
        [
            ThrottleCharge(key: hashes(for: name, from: client.address), budget: budgets.hashesPerClient),
            ThrottleCharge(key: hashes(from: client.address), budget: budgets.hashesPerAddress),
        ]
    }
}

/// A store's decision on a set of charges: all are charged, or none.
package enum ThrottleDecision: Hashable, Sendable {
    case admitted
    /// Nothing was charged. By current knowledge, an attempt passes after this delay.
    case exhausted(retryAfter: Duration)
}

/// Stores the buckets of all budgets. They survive a restart.
package protocol ThrottleStore: Sendable {
    /// Takes one attempt from each bucket, or none if any of them is exhausted; the result then has the longest delay.
    func charge(_ charges: [ThrottleCharge], now: Timestamp) async throws -> ThrottleDecision

    /// Refunds one attempt to each bucket.
    func refund(_ charges: [ThrottleCharge], now: Timestamp) async throws
}
