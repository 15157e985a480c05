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
