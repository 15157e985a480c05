import Secrets
import Testing

@testable import Accounts

@Suite("Restoring a removed e-mail address")
struct AddressUndoTests {
    private static let start = MailBench.start

    private let bench: MailBench

    init() throws { bench = try MailBench() }

    /// Verifies `anna@example.org`, removes it, and returns the session and the code that the mail brings.
    private func removed() async throws -> (SignedIn, UndoCode) {
        let anna = try await bench.bench.account()
        let address = try await bench.verifiedAddress(of: anna.active)
        #expect(
            try await bench.service.remove(address.id, of: anna.active, client: AccountBench.home, now: Self.start) == .removed)
        return (anna, try #require(try await codes().last))
    }

    /// Sends the mail that is due, and returns the codes of all messages.
    private func codes(at now: Timestamp = start) async throws -> [UndoCode] {
        _ = try await bench.run(at: now)
        return bench.carrier.carried.compactMap { if case .addressUndo(let code, _, _, _) = $0.content { code } else { nil } }
    }

    private func undo(
        _ typed: String, from client: Client = AccountBench.elsewhere, at now: Timestamp = start
    ) async throws -> UndoOutcome {
        try await bench.service.undoRemoval(typed, client: client, now: now)
    }

    @Test("the mailed code restores the address once, ends all sessions and opens none")
    func restoration() async throws {
        let (anna, code) = try await removed()
        #expect(try await undo(code.reveal().uppercased()) == .undone)
        let addresses = try await bench.service.addresses(of: anna.active)
        #expect(addresses.map(\.address.text) == ["anna@example.org"] && addresses.allSatisfy(\.isVerified))
        #expect(try await bench.bench.session(anna.token) == nil)
        #expect(bench.bench.reported.last == .emailAddressRestored)
        #expect(try await undo(code.reveal()) == .rejected)
    }

    @Test("a code expires after 72 hours", arguments: [(72 * 3_600, UndoOutcome.rejected), (72 * 3_600 - 1, .undone)])
    func expiry(_ seconds: Int, _ expected: UndoOutcome) async throws {
        let (_, code) = try await removed()
        #expect(try await undo(code.reveal(), at: Self.start + .seconds(seconds)) == expected)
    }

    @Test("an address that is newer than a kept one gets no code, so its owner cannot return")
    func newerAddress() async throws {
        let anna = try await bench.bench.account()
        _ = try await bench.verifiedAddress(of: anna.active)
        let later = Self.start + .seconds(60)
        let other = try await bench.verifiedAddress("mallory@example.com", of: anna.active, at: later)
        #expect(try await bench.service.remove(other.id, of: anna.active, client: AccountBench.home, now: later) == .removed)
        #expect(try await codes(at: later).isEmpty)
    }

    @Test("a client with the password that replaces the address cannot prevent its return, and has the newer address")
    func takeover() async throws {
        let anna = try await bench.bench.account()
        let own = try await bench.verifiedAddress(of: anna.active)
        let later = Self.start + .seconds(60)
        _ = try await bench.verifiedAddress("mallory@example.com", of: anna.active, at: later)
        _ = try await bench.service.remove(own.id, of: anna.active, client: AccountBench.home, now: later)
        let code = try #require(try await codes(at: later).last)
        #expect(try await undo(code.reveal(), at: later) == .undone)
        // Recoveries by the user name go to the address that was verified first.
        let name = AccountName(typed: "anna.k", address: nil)
        #expect(try await bench.bench.stores.codeAddress(of: name)?.address == own.address)
    }

    @Test("restoring an address ends the waiting time of a recovery, so a client that replaced the address must begin again")
    func waitingTime() async throws {
        let bench = try RecoveryBench()
        let active = try await bench.factors.turnOn(try await bench.anna()).signedIn.active
        let own = try #require(try await bench.mail.service.addresses(of: active).first)
        let later = Self.start + .seconds(60)
        _ = try await bench.mail.verifiedAddress("mallory@example.com", of: active, at: later)
        _ = try await bench.mail.service.remove(own.id, of: active, client: AccountBench.home, now: later)
        let ready = later + .seconds(72 * 3_600)
        #expect(
            try await bench.wait(try await bench.opened("mallory@example.com", at: later), at: later) == .waiting(until: ready))
        let codes = bench.mail.carrier.carried.compactMap { sent -> String? in
            if case .addressUndo(let code, _, _, _) = sent.content { code.reveal() } else { nil }
        }
        let undo = try await bench.mail.service.undoRemoval(
            try #require(codes.last), client: AccountBench.elsewhere, now: ready - .seconds(60))
        #expect(undo == .undone)

        let late = try await bench.opened("mallory@example.com", at: ready)
        #expect(try await bench.set(in: late, at: ready) == .factorRequired)
        // Another waiting time begins with a notice to the restored address.
        let sent = bench.mail.carrier.carried.count
        #expect(try await bench.wait(late, at: ready) == .waiting(until: ready + .seconds(72 * 3_600)))
        #expect(try await bench.sent(after: sent, at: ready).contains(.recoveryUndo))
        #expect(bench.mail.carrier.carried.dropFirst(sent).contains { $0.to == own.address })
    }

    @Test("known, unknown and malformed codes are charged alike before anything is looked up, and run out")
    func budget() async throws {
        let (_, code) = try await removed()
        let unknown = UndoCode(random: SystemRandomBytes())
        var seen: [[ThrottleCharge]] = []
        for typed in [unknown.reveal(), "wrong", "", code.reveal()] {
            bench.bench.stores.forget()
            _ = try await undo(typed)
            #expect(bench.bench.stores.operations.first == .charge)
            seen.append(bench.bench.stores.charges.first ?? [])
        }
        #expect(Set(seen.map(\.count)) == [1])
        var outcome = UndoOutcome.rejected
        for _ in 0..<100 where outcome == .rejected {
            outcome = try await undo(unknown.reveal(), from: AccountBench.unknownClient(1))
        }
        guard case .throttled = outcome else {
            Issue.record("the attempts are not limited: \(outcome)")
            return
        }
    }
}
