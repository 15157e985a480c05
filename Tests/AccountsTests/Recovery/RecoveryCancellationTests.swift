import Secrets
import Testing

@testable import Accounts

@Suite("Cancelling a recovery by the code from its notice")
struct RecoveryCancellationTests {
    private static let start = RecoveryBench.start
    private static let ready = start + .seconds(72 * 3_600)

    private let bench: RecoveryBench

    init() throws { bench = try RecoveryBench() }

    /// Begins the waiting time of an account with a second factor, and returns the owner, the recovery session and the code of the notice.
    private func waiting() async throws -> (owner: SignedIn, token: OpaqueToken, code: UndoCode) {
        let owner = try await bench.factors.turnOn(try await bench.anna()).signedIn
        let token = try await bench.opened()
        #expect(try await bench.wait(token) == .waiting(until: Self.ready))
        _ = try await bench.mail.run()
        return (owner, token, try #require(codes.last))
    }

    /// The codes of all messages that were sent.
    private var codes: [UndoCode] {
        bench.mail.carrier.carried.compactMap { if case .recoveryUndo(let code, _, _) = $0.content { code } else { nil } }
    }

    private func cancel(
        _ typed: String, from client: Client = AccountBench.home, at now: Timestamp = start
    ) async throws -> UndoOutcome {
        try await bench.service.cancelWait(typed, client: client, now: now)
    }

    @Test("the mailed code cancels the wait and the open recovery once, with a notice, and opens and ends no session")
    func cancellation() async throws {
        let (owner, token, code) = try await waiting()
        let sent = bench.mail.carrier.carried.count
        let sessions = try await bench.mail.bench.service.sessions(of: owner.active, now: Self.start)
        #expect(try await cancel(code.reveal().uppercased().replacing("-", with: " ")) == .undone)
        #expect(try await bench.service.wait(of: owner.active, now: Self.start) == nil)
        #expect(try await bench.service.session(token, now: Self.start) == nil)
        #expect(try await bench.mail.bench.service.sessions(of: owner.active, now: Self.start) == sessions)
        #expect(bench.mail.bench.reported.last == .recoveryCancelled)
        #expect(try await bench.sent(after: sent) == [.recoveryCancelled])
        #expect(try await cancel(code.reveal()) == .rejected)
        let late = try await bench.opened(at: Self.ready)
        #expect(try await bench.set(in: late, at: Self.ready) == .factorRequired)
    }

    @Test("a code is valid as long as the recovery is possible without the second factor", arguments: [true, false])
    func expiry(_ isLate: Bool) async throws {
        let (_, _, code) = try await waiting()
        let end = Self.ready + RecoveryWait.readiness
        let moment = isLate ? end : end - .milliseconds(1)
        #expect(try await cancel(code.reveal(), at: moment) == (isLate ? .rejected : .undone))
    }

    @Test("the code of an earlier wait does not cancel the next one, which has another code")
    func laterWait() async throws {
        let (_, _, first) = try await waiting()
        #expect(try await cancel(first.reveal()) == .undone)
        let later = Self.start + .seconds(3_600)
        _ = try await bench.wait(try await bench.opened(at: later), at: later)
        _ = try await bench.mail.run(at: later)
        let second = try #require(codes.last)
        #expect(second != first)
        #expect(try await cancel(first.reveal(), at: later) == .rejected)
        #expect(try await cancel(second.reveal(), at: later) == .undone)
    }

    @Test("a client that added a newer address with the password gets no code that cancels the owner's recovery")
    func newerAddress() async throws {
        let owner = try await bench.anna()
        let later = Self.start + .seconds(60)
        _ = try await bench.mail.verifiedAddress("mallory@example.com", of: owner.active, at: later)
        _ = try await bench.factors.turnOn(owner)
        let sent = bench.mail.carrier.carried.count
        _ = try await bench.wait(try await bench.opened("anna@example.org", at: later), at: later)
        _ = try await bench.mail.run(at: later)
        let notices = bench.mail.carrier.carried.dropFirst(sent).filter {
            [.recoveryUndo, .recoveryWaits].contains($0.content.template)
        }
        #expect(notices.map(\.to.text) == ["anna@example.org", "mallory@example.com"])
        #expect(notices.map(\.content.template) == [.recoveryUndo, .recoveryWaits])
    }

    @Test("known, unknown and malformed codes are charged alike before anything is looked up, together with those of addresses")
    func budget() async throws {
        let (_, _, code) = try await waiting()
        let stores = bench.mail.bench.stores
        var seen: Set<[ThrottleCharge]> = []
        for typed in [UndoCode(random: SystemRandomBytes()).reveal(), "wrong", "", code.reveal()] {
            stores.forget()
            _ = try await cancel(typed)
            #expect(stores.operations.first == .charge)
            seen.insert(stores.charges.first ?? [])
        }
        stores.forget()
        _ = try await bench.mail.service.undoRemoval("wrong", client: AccountBench.home, now: Self.start)
        seen.insert(stores.charges.first ?? [])
        #expect(seen.count == 1 && seen.first?.count == 1)
        var outcome = UndoOutcome.rejected
        for _ in 0..<100 where outcome == .rejected { outcome = try await cancel("wrong", from: AccountBench.unknownClient(1)) }
        guard case .throttled = outcome else {
            Issue.record("the attempts are not limited: \(outcome)")
            return
        }
    }
}
