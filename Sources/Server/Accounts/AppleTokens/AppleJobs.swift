import InternetAddresses

/// Performs the jobs that require a request to Apple. A loop calls ``runDue(now:)`` about once a second. Any number of processes
/// may do so over one store at the same time.
package struct AppleJobs: Sendable {
    let service: AppleAccountService
    let apple: any AppleTokenService

    package init(service: AppleAccountService, apple: any AppleTokenService) {
        self.service = service
        self.apple = apple
    }

    /// Performs the jobs that are due: first codes, which live five minutes, then revocations, then checks. At most ``batch`` jobs
    /// of a kind run at once, and at most ``batch`` times ``rounds`` in one call. The clock is read for each batch, because Apple
    /// may take minutes over the earlier ones and a lease taken at the start would have expired.
    ///
    /// Throws the errors of the store. Unfinished jobs become due again when their lease expires.
    package func runDue(now clock: @Sendable () -> Timestamp) async throws -> AppleJobsRun {
        var run = AppleJobsRun()
        for kind in [JobKind.exchangeAppleCode, .revokeAppleCode, .revokeAppleToken, .checkAppleToken] {
            for _ in 0..<Self.rounds {
                let now = clock()
                let jobs = try await service.stores.claim(kind, now: now, lease: kind.lease, limit: Self.batch)
                try await withThrowingTaskGroup(of: AppleJobResult.self) { group in
                    for job in jobs { group.addTask { try await perform(job, now: now) } }
                    for try await result in group { run.count(result) }
                }
                if jobs.count < Self.batch { break }
            }
        }
        return run
    }

    /// Performs the jobs that are due at one moment.
    package func runDue(now: Timestamp) async throws -> AppleJobsRun {
        try await runDue { now }
    }

    private func perform(_ job: Job, now: Timestamp) async throws -> AppleJobResult {
        switch job.work {
        case .exchangeAppleCode(let exchange):
            try await perform(exchange, owner: service.stores.appleIdentity(exchange.identity)?.key, of: job, now: now)
        case .revokeAppleCode(let exchange, let owner): try await perform(exchange, owner: owner, of: job, now: now)
        case .checkAppleToken(let token): try await check(token, of: job, now: now)
        case .revokeAppleToken(let token, let giveUpAt): try await revoke(token, giveUpAt: giveUpAt, of: job, now: now)
        // ``MailJobs`` and ``EventJobs`` claim these.
        case .mail, .event: .notHeld
        }
    }

    /// The number of jobs that run at once.
    package static var batch: Int { 8 }
    /// The number of batches of one kind in one run, so that no kind delays the others for long.
    package static var rounds: Int { 8 }
}

/// The result of one job.
enum AppleJobResult: Hashable, Sendable {
    case exchanged, codeUnusable, codeOfOtherUser
    case checked, consentRevoked
    case revoked, revocationAbandoned
    case putOff
    /// Another worker holds the job, or its subject was deleted.
    case notHeld
}

/// The counts of one run, for the operator's log and metrics.
package struct AppleJobsRun: Hashable, Sendable {
    package internal(set) var exchanged = 0
    /// Codes that Apple no longer accepts or that did not open. No refresh token is stored.
    package internal(set) var codesUnusable = 0
    /// Codes that Apple issued for another user than the token they came with, through an attack or a client's bug. No refresh
    /// token is stored.
    package internal(set) var codesOfOtherUsers = 0
    package internal(set) var checked = 0
    package internal(set) var consentsRevoked = 0
    package internal(set) var revoked = 0
    /// Tokens that could not be revoked within ``AppleJobs/revocationLimit``, or that did not open.
    package internal(set) var revocationsAbandoned = 0
    /// Jobs that got no response from Apple.
    package internal(set) var putOff = 0

    package init() {}

    mutating func count(_ result: AppleJobResult) {
        switch result {
        case .exchanged: exchanged += 1
        case .codeUnusable: codesUnusable += 1
        case .codeOfOtherUser: codesOfOtherUsers += 1
        case .checked: checked += 1
        case .consentRevoked: consentsRevoked += 1
        case .revoked: revoked += 1
        case .revocationAbandoned: revocationsAbandoned += 1
        case .putOff: putOff += 1
        case .notHeld: break
        }
    }
}

extension AppleJobs {
    /// Exchanges a code. The store already records that there is no token, so a lost code changes nothing. If the owner has left,
    /// the new token is revoked by a separate job.
    ///
    /// - Parameter owner: the identity that the code must belong to; nil if the owner has left and the code continues in another
    ///   job.
    func perform(
        _ exchange: AppleCodeExchange, owner: AppleIdentityKey?, of job: Job, now: Timestamp
    ) async throws -> AppleJobResult {
        let (identity, client) = (exchange.identity, exchange.client)
        guard exchange.expiresAt > now,
            let code = service.sealer.code(exchange.code, flow: exchange.flow, of: identity, client: client),
            let owner
        else { return try await service.stores.abandon(job) ? .codeUnusable : .notHeld }

        switch await apple.exchange(code, for: client) {
        case .rejected: return try await service.stores.abandon(job) ? .codeUnusable : .notHeld
        case .unavailable(let retryAfter):
            return try await putOff(job, by: JobKind.exchangeAppleCode.delay(after: job.retries, asked: retryAfter), now: now)
        case .exchanged(let token, let key):
            // A code of another user, sent next to one's own token: whomever it belongs to, it is not this identity's.
            guard key == owner else { return try await service.stores.abandon(job) ? .codeOfOtherUser : .notHeld }
            let stored = AppleStoredToken(
                identity: identity, client: client, token: try service.sealer.seal(token, of: identity, client: client))
            let next = AppleTokenSchedule.firstCheck(of: identity, obtainedAt: now)
            return switch try await service.stores.finishExchange(job, with: stored, at: now, nextCheckAt: next) {
            case .kept, .queuedForRevocation: .exchanged
            case .notHeld: .notHeld
            }
        }
    }

    /// Checks whether consent is still given.
    func check(_ stored: AppleStoredToken, of job: Job, now: Timestamp) async throws -> AppleJobResult {
        let next = AppleTokenSchedule.nextCheck(of: stored.identity, after: now)
        guard let token = service.sealer.refreshToken(stored.token, of: stored.identity, client: stored.client) else {
            // Without the key the token cannot be checked, which is no reason to end the consent. The next sign-in brings a new
            // token.
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

    /// Revokes a token. The account that it belonged to may be deleted.
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

    /// The time for which a revocation is retried.
    package static var revocationLimit: Duration { .seconds(30 * 86_400) }

    /// The client in the audit events of a check.
    private static var client: Client { Client(address: .loopback, deviceName: "Apple") }
}

extension JobKind {
    /// The duration of a lease, longer than a response may take. For a check it is the time between two checks, so that no token is
    /// checked twice a day if a worker dies after the request.
    var lease: Duration {
        switch self {
        case .exchangeAppleCode, .revokeAppleToken, .revokeAppleCode: .seconds(90)
        case .checkAppleToken: AppleTokenSchedule.interval
        case .mail: MailJobs.batchLimit * 2
        case .event: EventJobs.deliveryLimit * 3
        }
    }

    /// Returns the delay after a number of attempts without a response. It doubles each time within bounds, and is at least the
    /// delay that Apple requested, up to a day.
    func delay(after retries: Int, asked: Duration?) -> Duration {
        let (first, longest): (Duration, Duration) =
            switch self {
            case .exchangeAppleCode, .revokeAppleCode: (.seconds(2), .seconds(30))
            case .revokeAppleToken: (.seconds(30), .seconds(6 * 3_600))
            case .checkAppleToken: (.seconds(600), .seconds(6 * 3_600))
            case .mail, .event: (.seconds(5), .seconds(3_600))
            }
        let own = min(first * (1 << min(retries, 16)), longest)
        return max(own, min(asked ?? .zero, .seconds(86_400)))
    }
}

/// The times when refresh tokens are checked. Apple allows one check a day and may throttle more frequent ones. The random
/// identifiers spread the checks of all identities over the day.
enum AppleTokenSchedule {
    /// Returns the time of the first check: between one and two days after the token was obtained.
    static func firstCheck(of identity: AppleIdentityID, obtainedAt moment: Timestamp) -> Timestamp {
        moment + interval + spread(identity, over: interval)
    }

    /// Returns the time of the next check: one day after the last successful check, plus up to an hour. The random part spreads out
    /// checks that became due together, as after an outage.
    static func nextCheck(of identity: AppleIdentityID, after moment: Timestamp) -> Timestamp {
        moment + interval + spread(identity, over: .seconds(3_600))
    }

    /// No token is claimed for a check twice within this time, even if a worker fails.
    static let interval: Duration = .seconds(86_400)

    private static func spread(_ identity: AppleIdentityID, over span: Duration) -> Duration {
        let number = identity.bytes.prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return .milliseconds((span.wholeMilliseconds * number) >> 32)
    }
}

/// The requests to Apple that jobs need. The server implements them with its client library; the domain only sees the outcomes.
///
/// Each operation returns within 30 seconds, if necessary with `unavailable`, and never throws. Problems on our
/// side, such as a client secret that Apple rejects or a client without a key, are also `unavailable`: a configuration error must
/// not end a user's consent.
package protocol AppleTokenService: Sendable {
    /// Exchanges a code. The identity token in the response has been verified, so its subject can be compared.
    func exchange(_ code: AppleAuthorizationCode, for client: AppleClientID) async -> AppleExchangeOutcome

    /// Checks whether the token is still valid. Called at most once a day for each token.
    func check(_ token: AppleRefreshToken, for client: AppleClientID) async -> AppleCheckOutcome

    func revoke(_ token: AppleRefreshToken, for client: AppleClientID) async -> AppleRevocationOutcome
}

package enum AppleExchangeOutcome: Sendable {
    case exchanged(AppleRefreshToken, AppleIdentityKey)
    /// Apple rejects this code: it expired, was used, or belongs to another client.
    case rejected
    /// The state of the code is unknown. `retryAfter` is the delay that Apple requested, if any.
    case unavailable(retryAfter: Duration?)
}

package enum AppleCheckOutcome: Hashable, Sendable {
    case valid
    /// The consent was revoked, or the Apple Account was deleted.
    case revoked
    case unavailable(retryAfter: Duration?)
}

package enum AppleRevocationOutcome: Hashable, Sendable {
    /// The token is no longer valid. Apple reports the same for tokens that it never issued.
    case revoked
    case unavailable(retryAfter: Duration?)
}
