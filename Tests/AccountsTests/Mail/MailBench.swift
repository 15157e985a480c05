import InternetAddresses
import Secrets
import Synchronization
import Testing

@testable import Accounts

/// Addresses and mail over a new store, with a carrier that a test controls.
struct MailBench: Sendable {
    let bench: AccountBench
    let carrier = FakeCarrier()
    let sealer: MailSealer
    let service: AddressService
    let jobs: MailJobs

    static let start = AccountBench.start

    /// - Parameter bench: nil for a service whose changes queue no notices, except those of addresses and recoveries.
    init(_ bench: AccountBench? = nil, throttles: ThrottlePolicy = ThrottlePolicy()) throws {
        let bench = try bench ?? AccountBench(throttles: throttles)
        self.bench = bench
        sealer = Self.sealer
        service = AddressService(accounts: bench.service, sealer: sealer)
        jobs = MailJobs(accounts: bench.service, sealer: sealer, carrier: carrier)
    }

    static var sealer: MailSealer {
        let master = MasterKey.random(PredictableRandomBytes(seed: 71))
        return MailSealer(keys: MasterKeys(current: master).sealingKeys(for: .mail), random: PredictableRandomBytes(seed: 72))
    }

    static func address(_ text: String = "anna@example.org") throws -> EmailAddress {
        try #require(EmailAddress(text, key: text.lowercased()))
    }

    func claim(
        _ text: String = "anna@example.org", of active: ActiveSession, from client: Client = AccountBench.home,
        at now: Timestamp = start
    ) async throws -> AddressClaimOutcome {
        try await service.claim(try Self.address(text), of: active, client: client, now: now)
    }

    func verify(
        _ code: MailedCode, _ claim: AddressClaim, of active: ActiveSession, at now: Timestamp = start
    ) async throws -> AddressVerificationOutcome {
        try await service.verify(code, holder: claim.holder, of: active, client: AccountBench.home, now: now)
    }

    func run(at now: Timestamp = start) async throws -> MailJobsRun {
        try await jobs.runDue { now }
    }

    /// Claims an address and returns the code that the mail brings.
    func claimAndRead(
        _ text: String = "anna@example.org", of active: ActiveSession, at now: Timestamp = start
    ) async throws -> (claim: AddressClaim, code: MailedCode) {
        let claim = try #require(try await claim(text, of: active, at: now).claim)
        _ = try await run(at: now)
        guard case .addressCode(let code, _) = carrier.carried.last?.content else {
            throw StoreError(.failed, reason: "no code was sent")
        }
        return (claim, code)
    }

    func verifiedAddress(
        _ text: String = "anna@example.org", of active: ActiveSession, at now: Timestamp = start
    ) async throws -> AccountAddress {
        let (claim, code) = try await claimAndRead(text, of: active, at: now)
        return try #require(try await verify(code, claim, of: active, at: now).verified)
    }
}

/// A carrier that records what it is given, and has the outcome that a test chooses.
final class FakeCarrier: MailCarrier {
    private let state = Mutex(State())

    private struct State {
        var carried: [OutgoingMail] = []
        var deadlines: [Timestamp] = []
        var outcome: @Sendable (OutgoingMail) -> MailCarriage = { _ in .accepted }
    }

    var carried: [OutgoingMail] { state.withLock { $0.carried } }
    var deadlines: [Timestamp] { state.withLock { $0.deadlines } }

    func answer(_ outcome: @escaping @Sendable (OutgoingMail) -> MailCarriage) {
        state.withLock { $0.outcome = outcome }
    }

    func carry(
        _ mails: [OutgoingMail], until deadline: Timestamp, report: @escaping @Sendable (Int, MailCarriage) async -> Void
    ) async {
        let outcome = state.withLock {
            $0.carried += mails
            $0.deadlines.append(deadline)
            return $0.outcome
        }
        for (index, mail) in mails.enumerated() { await report(index, outcome(mail)) }
    }
}

extension AddressClaimOutcome {
    var claim: AddressClaim? { if case .codeSent(let claim) = self { claim } else { nil } }
    var wait: Duration? { if case .throttled(let wait) = self { wait } else { nil } }
}

extension AddressVerificationOutcome {
    var verified: AccountAddress? { if case .verified(let address) = self { address } else { nil } }
    var attemptsLeft: Int? { if case .codeRejected(let left) = self { left } else { nil } }
}
