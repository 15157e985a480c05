import Testing

@testable import Accounts

@Suite("Codes of the step before")
struct LateCodeTests {
    /// The start of a step, some steps after the one in which the generator was confirmed.
    private func step(_ number: Int) -> Timestamp { FactorBench.start + .seconds(30 * number) }

    /// Shows the code of one step in another, by a challenge of its own.
    private func show(
        _ code: Int, in step: Int, of owner: FactorBench.Owner, _ bench: FactorBench, milliseconds: Int = 0
    ) async throws -> FactorSignInOutcome {
        let now = self.step(step) + .milliseconds(milliseconds)
        return try await bench.answer(bench.challenge(at: now), .totp(owner.code(at: self.step(code))), at: now)
    }

    @Test("a code is taken to the last millisecond of its step, and not in the next one, however early")
    func inTime() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        #expect(try await show(2, in: 2, of: owner, bench, milliseconds: 29_999).signedIn != nil)
        #expect(try await show(3, in: 4, of: owner, bench).isRefused)
        #expect(try await show(3, in: 5, of: owner, bench).isRefused)
    }

    @Test("a code that came too late once costs the next one, which is taken, and shows no clock that lags")
    func lateOnce() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        #expect(try await show(2, in: 3, of: owner, bench).isRefused)
        #expect(try await show(3, in: 3, of: owner, bench, milliseconds: 8_000).signedIn != nil)
        #expect(try await show(4, in: 5, of: owner, bench).isRefused)
    }

    @Test("two codes of steps that follow each other, each late, show that the clock lags, and from then on late codes are taken")
    func lag() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        #expect(try await show(2, in: 3, of: owner, bench).isRefused)
        #expect(try await show(3, in: 4, of: owner, bench).signedIn != nil)
        #expect(try await show(3, in: 4, of: owner, bench).isRefused)
        #expect(try await show(9, in: 10, of: owner, bench).signedIn != nil)
        #expect(try await show(9, in: 10, of: owner, bench).isRefused)
        #expect(try await show(11, in: 13, of: owner, bench).isRefused)
        // In time again.
        #expect(try await show(14, in: 14, of: owner, bench).signedIn != nil)
        #expect(try await show(15, in: 16, of: owner, bench).isRefused)
    }

    @Test("two late codes with a step between them, and one that is shown twice, show nothing")
    func noLag() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        #expect(try await show(2, in: 3, of: owner, bench).isRefused)
        #expect(try await show(4, in: 5, of: owner, bench).isRefused)
        #expect(try await show(4, in: 5, of: owner, bench).isRefused)
        #expect(try await show(6, in: 7, of: owner, bench).isRefused)
    }

    @Test("a code that was taken in time and is shown again is not a late one")
    func replayed() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        #expect(try await show(2, in: 2, of: owner, bench).signedIn != nil)
        #expect(try await show(2, in: 3, of: owner, bench).isRefused)
        #expect(try await show(3, in: 4, of: owner, bench).isRefused)
        #expect(try await bench.bench.stores.totp(of: owner.signedIn.active.account.id)?.lateStep == 60_000_003)
    }

    @Test("a late code confirms a generator, and shows that its clock lags", arguments: [(1, true), (0, false), (2, false)])
    func enrolment(delay: Int, isTaken: Bool) async throws {
        let bench = try FactorBench()
        let signedIn = try await bench.bench.account()
        let totp = try await bench.begin(signedIn)
        let owner = FactorBench.Owner(signedIn: signedIn, totp: totp, codes: [])
        let outcome = try await bench.service.confirmTOTP(
            owner.code(at: FactorBench.start), of: signedIn.active, client: FactorBench.home, now: step(delay))
        guard delay < 2 else {
            guard case .refused = outcome else { throw StoreError(.failed, reason: "\(outcome)") }
            return
        }
        guard case .confirmed = outcome else { throw StoreError(.failed, reason: "\(outcome)") }
        #expect(try await show(5, in: 6, of: owner, bench).isRefused != isTaken)
    }

    @Test("a late code that is refused counts as a wrong one")
    func charged() async throws {
        var throttles = ThrottlePolicy()
        throttles.factorFailuresPerAccount = try #require(Budget(burst: 1, refill: 1, per: .seconds(86_400)))
        let bench = try FactorBench(throttles: throttles)
        let owner = try await bench.owner()
        #expect(try await show(2, in: 3, of: owner, bench).isRefused)
        #expect(try await bench.events(of: owner.signedIn).first == .factorFailed)
        #expect(try await show(3, in: 4, of: owner, bench).wait != nil)
    }
}
