import Testing

@testable import Accounts

@Suite("Codes of the previous time step")
struct LateCodeTests {
    /// Returns the start of a time step, relative to the step in which the authenticator app was confirmed.
    private func step(_ number: Int) -> Timestamp { FactorBench.start + .seconds(30 * number) }

    /// Shows the code of one step in another one, with a separate challenge.
    private func show(
        _ code: Int, in step: Int, of owner: FactorBench.Owner, _ bench: FactorBench, milliseconds: Int = 0
    ) async throws -> FactorSignInOutcome {
        let now = self.step(step) + .milliseconds(milliseconds)
        return try await bench.answer(bench.challenge(at: now), .totp(owner.code(at: self.step(code))), at: now)
    }

    @Test("a code is accepted until the last millisecond of its step, and not in the next step")
    func inTime() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        #expect(try await show(2, in: 2, of: owner, bench, milliseconds: 29_999).signedIn != nil)
        #expect(try await show(3, in: 4, of: owner, bench).isRejected)
        #expect(try await show(3, in: 5, of: owner, bench).isRejected)
    }

    @Test("one late code is rejected, the next code is accepted, and the clock does not count as slow")
    func lateOnce() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        #expect(try await show(2, in: 3, of: owner, bench).isRejected)
        #expect(try await show(3, in: 3, of: owner, bench, milliseconds: 8_000).signedIn != nil)
        #expect(try await show(4, in: 5, of: owner, bench).isRejected)
    }

    @Test("two late codes of consecutive steps show that the clock is slow, and late codes are then accepted")
    func lag() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        #expect(try await show(2, in: 3, of: owner, bench).isRejected)
        #expect(try await show(3, in: 4, of: owner, bench).signedIn != nil)
        #expect(try await show(3, in: 4, of: owner, bench).isRejected)
        #expect(try await show(9, in: 10, of: owner, bench).signedIn != nil)
        #expect(try await show(9, in: 10, of: owner, bench).isRejected)
        #expect(try await show(11, in: 13, of: owner, bench).isRejected)
        // A code in time is still accepted.
        #expect(try await show(14, in: 14, of: owner, bench).signedIn != nil)
        #expect(try await show(15, in: 16, of: owner, bench).isRejected)
    }

    @Test("two late codes with a step in between, or one code twice, do not show a slow clock")
    func noLag() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        #expect(try await show(2, in: 3, of: owner, bench).isRejected)
        #expect(try await show(4, in: 5, of: owner, bench).isRejected)
        #expect(try await show(4, in: 5, of: owner, bench).isRejected)
        #expect(try await show(6, in: 7, of: owner, bench).isRejected)
    }

    @Test("a used code that is shown again is not a late one")
    func replayed() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        #expect(try await show(2, in: 2, of: owner, bench).signedIn != nil)
        #expect(try await show(2, in: 3, of: owner, bench).isRejected)
        #expect(try await show(3, in: 4, of: owner, bench).isRejected)
        #expect(try await bench.bench.stores.totp(of: owner.signedIn.active.account.id)?.lateStep == 60_000_003)
    }

    @Test(
        "a late code confirms an authenticator app and shows that its clock is slow",
        arguments: [(1, true), (0, false), (2, false)])
    func enrolment(delay: Int, isTaken: Bool) async throws {
        let bench = try FactorBench()
        let signedIn = try await bench.bench.account()
        let totp = try await bench.begin(signedIn)
        let owner = FactorBench.Owner(signedIn: signedIn, totp: totp, codes: [])
        let outcome = try await bench.service.confirmTOTP(
            owner.code(at: FactorBench.start), of: signedIn.active, client: FactorBench.home, now: step(delay))
        guard delay < 2 else {
            guard case .rejected = outcome else { throw StoreError(.failed, reason: "\(outcome)") }
            return
        }
        guard case .confirmed = outcome else { throw StoreError(.failed, reason: "\(outcome)") }
        #expect(try await show(5, in: 6, of: owner, bench).isRejected != isTaken)
    }

    @Test("a rejected late code counts as a wrong one")
    func charged() async throws {
        var throttles = ThrottlePolicy()
        throttles.factorFailuresPerAccount = try #require(Budget(burst: 1, refill: 1, per: .seconds(86_400)))
        let bench = try FactorBench(throttles: throttles)
        let owner = try await bench.owner()
        #expect(try await show(2, in: 3, of: owner, bench).isRejected)
        #expect(try await bench.events(of: owner.signedIn).first == .factorFailed)
        #expect(try await show(3, in: 4, of: owner, bench).wait != nil)
    }
}
