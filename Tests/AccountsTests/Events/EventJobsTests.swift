import Secrets
import Synchronization
import TestKit
import Testing

@testable import Accounts

@Suite("The delivery of events")
struct EventJobsTests {
    static let start = AccountBench.start

    @Test("each event is delivered once, in order, with its identifier, account and time")
    func delivered() async throws {
        let bench = try EventBench()
        let anna = try await bench.accounts.account()
        _ = try await bench.accounts.signIn(at: Self.start + .seconds(1))
        let run = try await bench.run(at: Self.start + .seconds(2))
        #expect(run.delivered == 2 && run.failed == 0)
        #expect(try await bench.run(at: Self.start + .seconds(86_400)) == EventJobsRun())
        #expect(bench.carrier.carried.map(\.kind) == [.accountCreated, .signedIn])
        #expect(bench.carrier.carried.map(\.at) == [Self.start, Self.start + .seconds(1)])
        let stored = try await bench.accounts.service.events(of: anna.active, before: nil, limit: 10)
        #expect(bench.carrier.carried.map(\.id) == stored.reversed().map(\.id))
        #expect(Set(bench.carrier.carried.map(\.account)) == [anna.active.account.id])
    }

    @Test("a failed delivery is repeated later and later, with the same identifier, until it is dropped after three days")
    func retries() async throws {
        let bench = try EventBench()
        _ = try await bench.accounts.account()
        bench.carrier.answer { _ in .failed(reason: "HTTP 503") }
        var attempts: [Int] = []
        var dropped: [(second: Int, kind: AuditEventKind)] = []
        for second in Array(stride(from: 0, to: 12_000, by: 5)) + Array(stride(from: 12_000, to: 4 * 86_400, by: 300)) {
            let run = try await bench.run(at: Self.start + .seconds(second))
            if run.failed > 0 {
                attempts.append(second)
                #expect(run.reason == "HTTP 503")
            }
            dropped += run.dropped.map { (second, $0.kind) }
        }
        #expect(Array(attempts.prefix(7)) == [0, 5, 15, 35, 75, 155, 315])
        #expect(zip(attempts.dropFirst(14), attempts.dropFirst(13)).allSatisfy { $0 - $1 == 3_600 })
        #expect(dropped.map(\.kind) == [.accountCreated])
        #expect(try #require(dropped.first).second >= 3 * 86_400 && attempts.allSatisfy { $0 < 3 * 86_400 })
        #expect(Set(bench.carrier.carried.map(\.id)).count == 1)
    }

    @Test("later events of an account wait for an earlier one, and those of other accounts do not")
    func order() async throws {
        let bench = try EventBench()
        let anna = try await bench.accounts.account()
        bench.carrier.answer { $0.account == anna.active.account.id ? .failed(reason: "HTTP 500") : .accepted }
        _ = try await bench.accounts.signIn()
        _ = try await bench.accounts.account("berta")
        #expect(try await bench.run().delivered == 1)
        #expect(bench.carrier.carried.map(\.kind) == [.accountCreated, .accountCreated])
        bench.carrier.answer { _ in .accepted }
        #expect(try await bench.run(at: Self.start + .seconds(4)).delivered == 0)
        #expect(try await bench.run(at: Self.start + .seconds(5)).delivered == 2)
        #expect(bench.carrier.carried.map(\.kind) == [.accountCreated, .accountCreated, .accountCreated, .signedIn])
    }

    @Test("a dropped event releases the next one of its account")
    func release() async throws {
        let bench = try EventBench()
        _ = try await bench.accounts.account()
        let end = Self.start + EventDelivery.lifetime
        _ = try await bench.accounts.signIn(at: end - .seconds(1))
        let run = try await bench.run(at: end)
        #expect(run.dropped.map(\.kind) == [.accountCreated] && run.delivered == 1)
        #expect(bench.carrier.carried.map(\.kind) == [.signedIn])
    }

    @Test("a target that is gone ends the run and keeps its events")
    func gone() async throws {
        let bench = try EventBench()
        for number in 0..<(EventJobs.inFlight * 2) { try await bench.person(number) }
        bench.carrier.answer { _ in .gone }
        let run = try await bench.run()
        #expect(run.isGone && run.delivered == 0)
        #expect(bench.carrier.carried.count == EventJobs.inFlight)
        #expect(try await bench.accounts.stores.eventQueue(to: bench.target).length == EventJobs.inFlight * 2)
    }

    @Test("if a worker is killed after the delivery, the event is delivered again when the lease expires, with the same identifier")
    func deathBeforeRecord() async throws {
        let bench = try EventBench()
        _ = try await bench.accounts.account()
        bench.accounts.stores.before(.finishEvent) { throw StoreError(.unavailable, reason: "the process died") }
        await #expect(throws: StoreError.self) { try await bench.run() }
        #expect(try await bench.run(at: Self.start + JobKind.event.lease - .milliseconds(1)) == EventJobsRun())
        #expect(try await bench.run(at: Self.start + JobKind.event.lease).delivered == 1)
        #expect(bench.carrier.carried.count == 2 && Set(bench.carrier.carried.map(\.id)).count == 1)
        #expect(JobKind.event.lease >= EventJobs.deliveryLimit * 2)
    }

    @Test("a store error in one delivery cancels no other")
    func errors() async throws {
        let bench = try EventBench()
        for name in ["anna", "berta", "clara"] { _ = try await bench.accounts.account(name) }
        bench.accounts.stores.before(.finishEvent) { throw StoreError(.unavailable, reason: "a failure") }
        await #expect(throws: StoreError.self) { try await bench.run() }
        #expect(bench.carrier.carried.count == 3)
        #expect(try await bench.accounts.stores.eventQueue(to: bench.target).length == 1)
    }

    @Test("no more than the allowed number of deliveries to one target are in flight, and another target does not wait for them")
    func slowTarget() async throws {
        let fast = try #require(EventTargetName("fast"))
        let bench = try EventBench(other: fast)
        let count = EventJobs.inFlight + 3
        for number in 0..<count { try await bench.person(number) }
        let held = Watched(false)
        bench.carrier.hold(bench.target, until: held)
        async let slow = bench.run()
        await bench.carrier.waiting.until { $0 == EventJobs.inFlight }
        #expect(try await bench.jobs.runDue(to: fast) { Self.start }.delivered == count)
        #expect(bench.carrier.waiting.value == EventJobs.inFlight)
        held.value = true
        #expect(try await slow.delivered == count)
    }

    @Test("failed attempts are not delivered, and every other kind of event is")
    func kinds() {
        let failures = AuditEventKind.allCases.filter { $0.rawValue.hasSuffix("-failed") }
        #expect(Set(failures) == AuditEventKind.failedAttempts)
        #expect(AuditEventKind.allCases.filter(\.isDelivered).count == AuditEventKind.allCases.count - failures.count)
        let targets = [EventTargetName("crm")].compactMap(\.self)
        for kind in AuditEventKind.allCases {
            let event = AuditEvent(
                id: AuditEventID(random: PredictableRandomBytes(seed: 1)), kind: kind, account: nil, at: Self.start,
                client: AccountBench.home, targets: targets)
            #expect(event.targets == (failures.contains(kind) ? [] : targets))
        }
    }

    @Test(
        "the name of a target has lower-case letters, digits and hyphens",
        arguments: [
            ("crm", true), ("a-1", true), (String(repeating: "a", count: 40), true), ("", false), ("CRM", false), ("a b", false),
            ("a.b", false), ("é", false), (String(repeating: "a", count: 41), false),
        ])
    func names(_ text: String, isAccepted: Bool) {
        #expect((EventTargetName(text) != nil) == isAccepted)
    }

    @Test("a replay queues the events in batches up to its limit, and says whether more follow")
    func replay() async throws {
        let bench = try EventBench()
        let anna = try await bench.accounts.account()
        for _ in 0..<3 { _ = try await bench.accounts.signIn() }
        _ = try await bench.run()
        let sent = bench.carrier.carried.map(\.id)
        let stores = bench.accounts.stores
        let start = try #require(try await stores.eventPosition(of: sent[0], account: anna.active.account.id))
        let replay = EventReplay(stores: stores)
        let partial = try await replay.run(to: bench.target, after: start, of: nil, limit: 2, now: Self.start)
        #expect(partial == ReplayedEvents(count: 2, last: sent[2], isComplete: false))
        let rest = try await replay.run(
            to: bench.target, after: try #require(try await stores.eventPosition(of: sent[2], account: nil)), of: nil, limit: 2,
            now: Self.start)
        #expect(rest == ReplayedEvents(count: 1, last: sent[3], isComplete: true))
        _ = try await bench.run()
        #expect(bench.carrier.carried.map(\.id) == sent + sent.dropFirst())
    }
}

/// A service whose events are delivered by a carrier that a test controls.
struct EventBench: Sendable {
    let accounts: AccountBench
    let carrier = FakeEventCarrier()
    let jobs: EventJobs
    let target: EventTargetName

    init(other: EventTargetName? = nil) throws {
        target = try #require(EventTargetName("crm"))
        accounts = try AccountBench(eventTargets: [target] + [other].compactMap(\.self))
        jobs = EventJobs(stores: accounts.stores, carrier: carrier)
    }

    /// Creates an account from a separate network, so that no budget of a network is exhausted.
    func person(_ number: Int) async throws {
        _ = try #require(try await accounts.register("person\(number)", from: AccountBench.unknownClient(number)).signedIn)
    }

    func run(at now: Timestamp = AccountBench.start) async throws -> EventJobsRun {
        try await jobs.runDue(to: target) { now }
    }
}

/// A carrier that records what it is given, and has the outcome that a test chooses.
final class FakeEventCarrier: EventCarrier {
    /// The number of deliveries that wait for the test.
    let waiting = Watched(0)
    private let state = Mutex(State())

    private struct State {
        var carried: [EventDelivery] = []
        var outcome: @Sendable (EventDelivery) -> EventOutcome = { _ in .accepted }
        var held: (target: EventTargetName, until: Watched<Bool>)?
    }

    var carried: [EventDelivery] { state.withLock { $0.carried } }

    func answer(_ outcome: @escaping @Sendable (EventDelivery) -> EventOutcome) { state.withLock { $0.outcome = outcome } }

    /// Holds the deliveries to a target until the value is true.
    func hold(_ target: EventTargetName, until released: Watched<Bool>) { state.withLock { $0.held = (target, released) } }

    func deliver(_ event: EventDelivery) async -> EventOutcome {
        let (outcome, held) = state.withLock { state in
            state.carried.append(event)
            return (state.outcome, state.held)
        }
        if let held, held.target == event.target {
            waiting.change { $0 += 1 }
            await held.until.until { $0 }
        }
        return outcome(event)
    }
}
