import Secrets
import Synchronization
import Testing

@testable import Accounts

@Suite("The time of requests for codes")
struct TimeStepTests {
    @Test(
        "work ends at the next multiple of the step",
        arguments: zip([0, 3, 24, 25, 26, 40, 50, 51], [25, 25, 25, 25, 50, 50, 50, 75]))
    func multiples(_ milliseconds: Int, _ end: Int) async {
        let clock = WorkingClock()
        let result = await TimeStep(.milliseconds(25), clock: clock).completed {
            clock.work(.milliseconds(milliseconds))
            return milliseconds
        }
        #expect(result == milliseconds)
        #expect(clock.now.offset == .milliseconds(end))
    }

    @Test("without a step, work takes its own time", arguments: [0, 40])
    func none(_ milliseconds: Int) async {
        let clock = WorkingClock()
        await TimeStep(.zero, clock: clock).completed { clock.work(.milliseconds(milliseconds)) }
        #expect(clock.now.offset == .milliseconds(milliseconds))
    }

    @Test("requests for codes take one step with and without an account", arguments: ["anna.k", "anna@example.org", "berta"])
    func requests(_ typed: String) async throws {
        let bench = try RecoveryBench()
        _ = try await bench.anna()
        let name = AccountName(typed: typed, address: EmailAddress(typed, key: typed))
        let (accounts, sealer) = (bench.mail.bench.service, bench.mail.sealer)
        let clock = WorkingClock()
        let step = TimeStep(.milliseconds(25), clock: clock)
        let recovery = RecoveryService(accounts: accounts, factors: bench.factors.service, sealer: sealer, codeRequests: step)
        _ = try await recovery.begin(name, client: AccountBench.elsewhere, now: RecoveryBench.start)
        #expect(clock.now.offset == .milliseconds(25))
        let signIn = MailedSignInService(accounts: accounts, sealer: sealer, codeRequests: step)
        _ = try await signIn.begin(name, client: AccountBench.elsewhere, now: RecoveryBench.start)
        #expect(clock.now.offset == .milliseconds(50))
    }
}

/// A clock that only work and sleeps advance.
private final class WorkingClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Swift.Duration.zero
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    let minimumResolution = Swift.Duration.zero
    private let time = Mutex(Instant())

    var now: Instant { time.withLock { $0 } }

    func work(_ duration: Duration) {
        time.withLock { $0 = $0.advanced(by: duration) }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        time.withLock { $0 = max($0, deadline) }
    }
}
