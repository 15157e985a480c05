import InternetAddresses

extension AppleJobs {
    /// Exchanges a code. That there is no token is on record since the sign-in, so a code that is lost changes nothing. The token of
    /// an owner who has left is given back by a job of its own.
    ///
    /// - Parameter owner: whose code it must be; nil where they have left, and the code went along in another job.
    func perform(
        _ exchange: AppleCodeExchange, owner: AppleIdentityKey?, of job: Job, now: Timestamp
    ) async throws -> AppleJobResult {
        let (identity, client) = (exchange.identity, exchange.client)
        guard exchange.expiresAt > now,
            let code = service.sealer.code(exchange.code, flow: exchange.flow, of: identity, client: client),
            let owner
        else { return try await service.stores.abandon(job) ? .codeLost : .notHeld }

        switch await apple.exchange(code, for: client) {
        case .rejected: return try await service.stores.abandon(job) ? .codeLost : .notHeld
        case .unavailable(let retryAfter):
            return try await putOff(job, by: JobKind.exchangeAppleCode.delay(after: job.retries, asked: retryAfter), now: now)
        case .exchanged(let token, let key):
            // Somebody else's code, slipped in beside one's own token: whoever it belongs to, it is not this identity's.
            guard key == owner else { return try await service.stores.abandon(job) ? .codeForeign : .notHeld }
            let stored = AppleStoredToken(
                identity: identity, client: client, token: try service.sealer.seal(token, of: identity, client: client))
            let next = AppleTokenSchedule.firstCheck(of: identity, obtainedAt: now)
            return switch try await service.stores.finishExchange(job, with: stored, at: now, nextCheckAt: next) {
            case .kept, .queuedForRevocation: .exchanged
            case .notHeld: .notHeld
            }
        }
    }

    /// Asks whether consent still stands.
    func check(_ stored: AppleStoredToken, of job: Job, now: Timestamp) async throws -> AppleJobResult {
        let next = AppleTokenSchedule.nextCheck(of: stored.identity, after: now)
        guard let token = service.sealer.refreshToken(stored.token, of: stored.identity, client: stored.client) else {
            // Without the key there is no answer, and no reason to end anything. The next sign-in brings a token that opens.
            return try await service.stores.retry(job, at: next) ? .putOff : .notHeld
        }
        switch await apple.check(token, for: stored.client) {
        case .valid: return try await service.stores.finishCheck(job, at: now, nextCheckAt: next) ? .checked : .notHeld
        case .unavailable(let retryAfter):
            return try await putOff(job, by: JobKind.checkAppleToken.delay(after: job.retries, asked: retryAfter), now: now)
        case .revoked:
            let event = service.event(.appleConsentRevoked, nil, by: Self.client, at: now)
            guard let account = try await service.stores.finishCheckRevoked(job, event: event) else { return .notHeld }
            service.accounts.report(event.of(account))
            return .consentRevoked
        }
    }

    /// Gives a token back. The account it belonged to may be gone.
    func revoke(_ stored: AppleStoredToken, giveUpAt: Timestamp, of job: Job, now: Timestamp) async throws -> AppleJobResult {
        guard giveUpAt > now, let token = service.sealer.refreshToken(stored.token, of: stored.identity, client: stored.client)
        else {
            return try await service.stores.abandon(job) ? .revocationAbandoned : .notHeld
        }
        switch await apple.revoke(token, for: stored.client) {
        case .revoked: return try await service.stores.finish(job) ? .revoked : .notHeld
        case .unavailable(let retryAfter):
            return try await putOff(job, by: JobKind.revokeAppleToken.delay(after: job.retries, asked: retryAfter), now: now)
        }
    }

    private func putOff(_ job: Job, by delay: Duration, now: Timestamp) async throws -> AppleJobResult {
        try await service.stores.retry(job, at: now + delay) ? .putOff : .notHeld
    }

    /// For how long a revocation is tried.
    package static var revocationLimit: Duration { .seconds(30 * 86_400) }

    /// Who stands in the events of what a check found.
    private static var client: Client { Client(address: .loopback, deviceName: "Apple") }
}

extension JobKind {
    /// For how long a claim keeps others away. Longer than an answer may take; of a check, the time between two checks, so that a
    /// worker that dies after asking does not make anybody ask again the same day.
    var lease: Duration {
        switch self {
        case .exchangeAppleCode, .revokeAppleToken, .revokeAppleCode: .seconds(90)
        case .checkAppleToken: AppleTokenSchedule.interval
        }
    }

    /// How long to wait after so many tries without an answer: twice as long each time, within bounds, and never less than Apple asks
    /// for, up to a day.
    func delay(after retries: Int, asked: Duration?) -> Duration {
        let (first, longest): (Duration, Duration) =
            switch self {
            case .exchangeAppleCode, .revokeAppleCode: (.seconds(2), .seconds(30))
            case .revokeAppleToken: (.seconds(30), .seconds(6 * 3_600))
            case .checkAppleToken: (.seconds(600), .seconds(6 * 3_600))
            }
        let own = min(first * (1 << min(retries, 16)), longest)
        return max(own, min(asked ?? .zero, .seconds(86_400)))
    }
}
