import Secrets
import Testing

@testable import Accounts

/// Recoveries over a new store, with the mail that they send.
struct RecoveryBench: Sendable {
    let mail: MailBench
    let factors: FactorBench
    let service: RecoveryService

    static let start = AccountBench.start
    static let new = "quiet-lantern 77 gravel"

    /// - Parameter bench: as for ``MailBench``.
    init(_ bench: AccountBench? = nil, throttles: ThrottlePolicy = ThrottlePolicy()) throws {
        mail = try MailBench(bench, throttles: throttles)
        factors = try FactorBench(mail.bench)
        service = RecoveryService(accounts: mail.bench.service, factors: factors.service, sealer: mail.sealer)
    }

    /// Returns an account with the verified address `anna@example.org`.
    func anna() async throws -> SignedIn {
        let anna = try await mail.bench.account()
        _ = try await mail.verifiedAddress(of: anna.active)
        return anna
    }

    func begin(
        _ name: String = "anna.k", from client: Client = AccountBench.elsewhere, at now: Timestamp = start
    ) async throws -> MailedCodeBeginning {
        let name = AccountName(typed: name, address: EmailAddress(name, key: name.lowercased()))
        return try await service.begin(name, client: client, now: now)
    }

    /// Begins a recovery and returns the code that the mail brings; nil if none was sent.
    func beginAndRead(
        _ name: String = "anna.k", at now: Timestamp = start
    ) async throws -> (holder: OpaqueToken, code: MailedCode?) {
        let holder = try #require(try await begin(name, at: now).holder)
        let earlier = mail.carrier.carried.count
        _ = try await mail.run(at: now)
        for message in mail.carrier.carried.dropFirst(earlier) {
            if case .recoveryCode(let code, _) = message.content { return (holder, code) }
        }
        return (holder, nil)
    }

    func open(_ code: MailedCode, _ holder: OpaqueToken, at now: Timestamp = start) async throws -> RecoveryOpening {
        try await service.open(code, holder: holder, client: AccountBench.elsewhere, now: now)
    }

    /// Returns the token of an opened recovery session.
    func opened(_ name: String = "anna.k", at now: Timestamp = start) async throws -> OpaqueToken {
        let (holder, read) = try await beginAndRead(name, at: now)
        let code = try #require(read)
        return try #require(try await open(code, holder, at: now).token)
    }

    func set(
        _ password: String = new, in token: OpaqueToken, userName: String? = nil, at now: Timestamp = start
    ) async throws -> RecoveryOutcome {
        let request = RecoveredPassword(Password(password), userName: userName, client: AccountBench.elsewhere)
        return try await service.setPassword(request, in: token, now: now)
    }

    func wait(_ token: OpaqueToken, at now: Timestamp = start) async throws -> RecoveryWaitOutcome {
        try await service.beginWait(in: token, client: AccountBench.elsewhere, now: now)
    }

    /// The templates of the messages that were sent after the first ones, in order.
    func sent(after count: Int, at now: Timestamp = start) async throws -> [MailTemplate] {
        _ = try await mail.run(at: now)
        return mail.carrier.carried.dropFirst(count).map(\.content.template)
    }
}

extension MailedCodeBeginning {
    var holder: OpaqueToken? { if case .begun(let holder, _) = self { holder } else { nil } }
    var wait: Duration? { if case .throttled(let wait) = self { wait } else { nil } }
}

extension RecoveryOpening {
    var token: OpaqueToken? { if case .opened(_, let token) = self { token } else { nil } }
    var session: RecoverySession? { if case .opened(let session, _) = self { session } else { nil } }
    var attemptsLeft: Int? { if case .codeRejected(let left) = self { left } else { nil } }
}
