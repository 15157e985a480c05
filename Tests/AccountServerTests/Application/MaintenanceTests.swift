import Accounts
import Logging
import Secrets
import ServiceLifecycle
import Synchronization
import TestKit
import Testing

@testable import AccountServer

@Suite("Deletion of expired rows", .tags(.everyStore), .timeLimit(.minutes(20)))
struct MaintenanceTests {
    /// A store that has `rows` to delete, or fails, and reports each call.
    private final class FakeStore: StoreMaintenance {
        struct Call: Hashable {
            let now: Timestamp
            let limit: Int
        }

        let calls: AsyncStream<Call>
        private let call: AsyncStream<Call>.Continuation
        private let answers: Mutex<[Result<Int, StoreError>]>

        private let rest: Int

        /// Creates a store with these results in turn; later calls delete `rest` rows.
        init(_ answers: [Result<Int, StoreError>] = [], rest: Int = 0) {
            self.answers = Mutex(answers)
            self.rest = rest
            (calls, call) = AsyncStream.makeStream()
        }

        func removeExpired(now: Timestamp, retention: Retention, limit: Int) async throws -> Int {
            defer { call.yield(Call(now: now, limit: limit)) }
            // A real store also suspends; otherwise an endless turn would block the thread.
            await Task.yield()
            return try answers.withLock { $0.isEmpty ? .success(rest) : $0.removeFirst() }.get()
        }

        func isReady() async -> Bool { true }

        var unanswered: Int { answers.withLock { $0.count } }
    }

    private struct NoSealedValues: SealedValueStore {
        func sealingKeys(of kind: SealedKind) async throws -> [KeyFingerprint] { [] }
        func countSealedValues(_ kind: SealedKind, under key: KeyFingerprint) async throws -> Int { 0 }
        func sealedValues(
            _ kind: SealedKind, under key: KeyFingerprint, after row: SealedRow?, limit: Int
        ) async throws -> [StoredSealedValue] { [] }
        func replace(_ replacements: [SealedReplacement]) async throws -> Int { 0 }
        func forget(_ value: StoredSealedValue, event: AuditEvent) async throws -> Bool { false }
    }

    private static let keys = MasterKeys(current: .random(PredictableRandomBytes(seed: 3)))
    private static let failure = Result<Int, StoreError>.failure(StoreError(.full, reason: "disk full"))

    private static func maintenance(
        of store: FakeStore, interval: Duration = .seconds(86_400), log: Log = Log(),
        clock: ManualClock = ManualClock(ServerBench.start)
    ) -> Maintenance {
        Maintenance(
            store: store, sealedValues: SealedValues(stores: NoSealedValues(), keys: keys, random: SystemRandomBytes()),
            retention: Retention(), interval: interval, now: { clock.now }, logger: log.logger)
    }

    @Test("one turn runs until a batch finds no rows, and logs the total")
    func untilNothingIsLeft() async {
        let store = FakeStore([.success(500), .success(500), .success(3), .success(0), .success(7)])
        let log = Log()
        await Self.maintenance(of: store, log: log).sweep()
        #expect(store.unanswered == 1)
        #expect(log.lines.map(\.text) == ["expired records deleted rows=1003"])
        var iterator = store.calls.makeAsyncIterator()
        #expect(await iterator.next() == FakeStore.Call(now: ServerBench.start, limit: 500))
    }

    @Test("without expired rows, nothing is logged")
    func quiet() async {
        let log = Log()
        await Self.maintenance(of: FakeStore(), log: log).sweep()
        #expect(log.lines.isEmpty)
    }

    @Test("a store failure ends the turn, is logged as a warning, and is retried at the next turn")
    func failingStore() async throws {
        let store = FakeStore([.success(20), Self.failure, Self.failure, .success(5)])
        let log = Log()
        try await Self.run(Self.maintenance(of: store, interval: .nanoseconds(1), log: log)) {
            // Two turns that fail, one with two batches, and one without rows.
            for await _ in store.calls.prefix(6) {}
        }
        #expect(log.lines.filter { $0.level == .warning }.count == 2)
        #expect(
            log.lines.filter { $0.level == .info }.map(\.text) == [
                "expired records deleted rows=20", "expired records deleted rows=5",
            ])
    }

    @Test("each turn uses the current time")
    func movingTime() async throws {
        let store = FakeStore()
        let clock = ManualClock(ServerBench.start)
        try await Self.run(Self.maintenance(of: store, interval: .nanoseconds(1), clock: clock)) {
            var iterator = store.calls.makeAsyncIterator()
            #expect(await iterator.next()?.now == ServerBench.start)
            clock.advance(by: .seconds(600))
            while let call = await iterator.next(), call.now == ServerBench.start {}
        }
    }

    @Test("a graceful shutdown ends the service at once, even if the next turn is a day away")
    func gracefulShutdown() async throws {
        let store = FakeStore()
        try await Self.run(Self.maintenance(of: store)) {
            for await _ in store.calls.prefix(1) {}
        }
    }

    @Test("a graceful shutdown ends an endless turn")
    func shutdownWithinTurn() async throws {
        let store = FakeStore(rest: 500)
        try await Self.run(Self.maintenance(of: store)) {
            for await _ in store.calls.prefix(3) {}
        }
    }

    /// Runs `maintenance`, and shuts it down gracefully after `body`. Returns when it has ended.
    private static func run(_ maintenance: Maintenance, until body: @escaping @Sendable () async -> Void) async throws {
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [maintenance], logger: Log().logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            await body()
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}
