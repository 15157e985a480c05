import InternetAddresses

/// Performs the jobs that Apple is asked about. Whoever loops calls ``runDue(now:)`` every second or so; several may do so at once, over
/// one store, in any number of processes.
package struct AppleJobs: Sendable {
    let service: AppleAccountService
    let apple: any AppleTokenService

    package init(service: AppleAccountService, apple: any AppleTokenService) {
        self.service = service
        self.apple = apple
    }

    /// Performs what is due now, codes first, since they live five minutes, then revocations, then checks: of each kind at most
    /// ``batch`` at once and ``batch`` times ``rounds`` in all. Each batch reads the clock: Apple may take minutes over the ones before,
    /// and a lease that began then would have ended. Throws what the store throws; jobs under way come again after their lease.
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

    /// Performs what is due at one moment.
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
        }
    }

    /// The longest that ``AppleTokenService`` may take for an answer.
    package static var answerLimit: Duration { .seconds(30) }

    /// How many jobs run at once.
    package static var batch: Int { 8 }
    /// How many batches of one kind one run takes, so that no kind keeps the others waiting for long.
    package static var rounds: Int { 8 }
}

/// How one job ended.
enum AppleJobResult: Hashable, Sendable {
    case exchanged, codeLost, codeForeign
    case checked, consentRevoked
    case revoked, revocationAbandoned
    case putOff
    /// Somebody else had it, or what it was about is gone.
    case notHeld
}

/// What a run came to, for the operator's log and metrics.
package struct AppleJobsRun: Hashable, Sendable {
    package internal(set) var exchanged = 0
    /// Codes that Apple took no longer, or that did not open: no refresh token is stored.
    package internal(set) var codesLost = 0
    /// Codes that Apple had issued for another person than the token it came with: no refresh token is stored. An attack or a
    /// client's mistake.
    package internal(set) var codesForeign = 0
    package internal(set) var checked = 0
    package internal(set) var consentsRevoked = 0
    package internal(set) var revoked = 0
    /// Tokens that could not be revoked within ``AppleJobs/revocationLimit``, or did not open.
    package internal(set) var revocationsAbandoned = 0
    /// Jobs that Apple gave no answer to.
    package internal(set) var putOff = 0

    package init() {}

    mutating func count(_ result: AppleJobResult) {
        switch result {
        case .exchanged: exchanged += 1
        case .codeLost: codesLost += 1
        case .codeForeign: codesForeign += 1
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

/// When refresh tokens are asked after. Apple allows one check a day and may throttle whoever asks more often; the checks of all
/// identities are spread over the day by their identifiers, which are random.
enum AppleTokenSchedule {
    /// Between one and two days after it was obtained.
    static func firstCheck(of identity: AppleIdentityID, obtainedAt moment: Timestamp) -> Timestamp {
        moment + interval + spread(identity, over: interval)
    }

    /// A day after a check that was answered, and up to an hour: what became due together, as after an outage, drifts apart again.
    static func nextCheck(of identity: AppleIdentityID, after moment: Timestamp) -> Timestamp {
        moment + interval + spread(identity, over: .seconds(3_600))
    }

    /// No token is claimed for a check twice within this time, whatever becomes of the worker.
    static let interval: Duration = .seconds(86_400)

    private static func spread(_ identity: AppleIdentityID, over span: Duration) -> Duration {
        let number = identity.bytes.prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return .milliseconds((span.wholeMilliseconds * number) >> 32)
    }
}

/// What must be asked of Apple. The server implements it over its client library; the domain only knows what came of it.
///
/// Each operation answers within ``AppleJobs/answerLimit``, by `unavailable` if need be, and throws nothing. Whatever speaks of our own
/// side, such as a client secret that Apple refuses or a client without a key, is `unavailable` too: a mistake in the
/// configuration must not end anybody's consent.
package protocol AppleTokenService: Sendable {
    /// Exchanges a code. The answer's identity token has been verified, so that its subject can be compared.
    func exchange(_ code: AppleAuthorizationCode, for client: AppleClientID) async -> AppleExchangeOutcome

    /// Asks whether the token still stands. At most once a day for each token.
    func check(_ token: AppleRefreshToken, for client: AppleClientID) async -> AppleCheckOutcome

    func revoke(_ token: AppleRefreshToken, for client: AppleClientID) async -> AppleRevocationOutcome
}

package enum AppleExchangeOutcome: Sendable {
    case exchanged(AppleRefreshToken, AppleIdentityKey)
    /// Apple does not take this code: expired, used, or another client's.
    case rejected
    /// Nothing is known of the code. `retryAfter`: what Apple asked for, if anything.
    case unavailable(retryAfter: Duration?)
}

package enum AppleCheckOutcome: Hashable, Sendable {
    case valid
    /// Consent was withdrawn, or the account is gone.
    case revoked
    case unavailable(retryAfter: Duration?)
}

package enum AppleRevocationOutcome: Hashable, Sendable {
    /// The token opens nothing any more. Apple says so of tokens it never saw, too.
    case revoked
    case unavailable(retryAfter: Duration?)
}
