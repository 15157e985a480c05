import Dispatch
import Glibc
import Secrets
import Synchronization
import TestKit
import Testing

@testable import PasswordHashing

@Suite("The bounded queue of the hashing pool", .timeLimit(.minutes(20)))
struct WorkQueueTests {
    @Test("a job beyond the threads and the queue is rejected immediately, and admitted when there is room")
    func bounded() async throws {
        let bench = try Bench(threads: 2, waitingLimit: 3)
        let admitted = (0..<5).map { _ in bench.start() }
        await bench.until { $0.running == 2 && $0.waiting == 3 }
        await #expect(throws: PasswordHashingError.busy(retryAfter: .seconds(1))) { try await bench.run() }
        #expect(bench.queue.snapshot.rejected == 1)
        bench.open(5)
        for task in admitted { try await task.value }
        let late = bench.start()
        bench.open(1)
        try await late.value
        #expect(bench.queue.snapshot.done == 6)
        await bench.queue.stop()
    }

    @Test("its threads have the lowest priority, so that quick work does not wait for hashes")
    func niceness() async throws {
        let queue = try WorkQueue(threadCount: 1, waitingLimit: 0, costEstimate: .zero, now: { .zero })
        let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
        let its = try await queue.run(for: .local) { .success(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)) }
        #expect(its == min(own + 10, 19))
        await queue.stop()
    }

    @Test("without a queue, only the threads accept jobs")
    func noQueue() async throws {
        let bench = try Bench(threads: 1, waitingLimit: 0)
        let first = bench.start()
        await bench.until { $0.running == 1 }
        await #expect(throws: PasswordHashingError.self) { try await bench.run() }
        bench.open(1)
        try await first.value
        await bench.queue.stop()
    }

    @Test("a task cancelled while waiting leaves the queue, and its job never runs")
    func cancelledWhileWaiting() async throws {
        let bench = try Bench(threads: 1, waitingLimit: 2)
        let first = bench.start()
        await bench.until { $0.running == 1 }
        let second = bench.start()
        await bench.until { $0.waiting == 1 }
        let third = bench.start()
        await bench.until { $0.waiting == 2 }

        second.cancel()
        // It has left when `cancel` returns, and its result arrives while the only thread is still blocked.
        try #require(bench.queue.snapshot.waiting == 1)
        await #expect(throws: PasswordHashingError.cancelled) { try await second.value }
        #expect(bench.queue.snapshot.cancelled == 1)
        // Its place is free again.
        let fourth = bench.start()
        await bench.until { $0.waiting == 2 }

        bench.open(3)
        for task in [first, third, fourth] { try await task.value }
        await bench.queue.stop()
        #expect(bench.runs == 3)
    }

    @Test("a task that is already cancelled does not enter the queue")
    func cancelledBefore() async throws {
        let bench = try Bench(threads: 1, waitingLimit: 2)
        bench.open(1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await bench.run()
        }
        await #expect(throws: PasswordHashingError.cancelled) { try await task.value }
        #expect(bench.runs == 0)
        await bench.queue.stop()
    }

    @Test("a running job is completed even if its task is cancelled")
    func cancelledWhileRunning() async throws {
        let bench = try Bench(threads: 1, waitingLimit: 2)
        let task = bench.start()
        await bench.until { $0.running == 1 }
        task.cancel()
        bench.open(1)
        try await task.value
        #expect(bench.queue.snapshot.cancelled == 0)
        await bench.queue.stop()
    }

    @Test("stopping completes running jobs and rejects waiting ones")
    func stop() async throws {
        let bench = try Bench(threads: 1, waitingLimit: 2)
        let running = bench.start()
        await bench.until { $0.running == 1 }
        let waiting = bench.start()
        await bench.until { $0.waiting == 1 }
        let stopped = Task { await bench.queue.stop() }
        await #expect(throws: PasswordHashingError.stopped) { try await waiting.value }
        await #expect(throws: PasswordHashingError.stopped) { try await bench.run() }
        bench.open(1)
        try await running.value
        await stopped.value
        #expect(bench.runs == 1)
    }

    @Test("the retry time grows with the queue and the cost of a job")
    func retryAfter() async throws {
        // Each reading of the clock is six seconds after the previous one: a job costs six seconds.
        let time = Mutex(Duration.zero)
        let bench = try Bench(threads: 2, waitingLimit: 6) {
            time.withLock { time in
                time += .seconds(6)
                return time
            }
        }
        bench.open(64)
        for _ in 0..<64 { try await bench.run() }
        let admitted = (0..<8).map { _ in bench.start() }
        await bench.until { $0.running == 2 && $0.waiting == 6 }
        // Eight jobs of six seconds on two threads; the average has not quite reached six.
        await #expect(throws: PasswordHashingError.busy(retryAfter: .seconds(24))) { try await bench.run() }
        bench.open(8)
        for task in admitted { try await task.value }
        await bench.queue.stop()
    }

    @Test("concurrent cancelling and finishing resumes each task once")
    func races() async throws {
        let queue = try WorkQueue(threadCount: 3, waitingLimit: 10_000, costEstimate: .zero, now: { .zero })
        var outcomes = 0
        for _ in 0..<2_000 {
            let task = Task { try await queue.run(for: .local) { Result<Int, PasswordHashingError>.success(1) } }
            task.cancel()
            switch await task.result {
            case .success(let value): outcomes += value
            case .failure(let error): outcomes += (error as? PasswordHashingError) == .cancelled ? 1 : 0
            }
        }
        #expect(outcomes == 2_000)
        await queue.stop()
        let snapshot = queue.snapshot
        #expect(snapshot.done + snapshot.cancelled == 2_000)
        #expect(snapshot.waiting == 0)
    }

    @Test("a released queue ends its threads")
    func released() async throws {
        weak var line: AnyObject?
        do {
            let queue = try WorkQueue(threadCount: 2, waitingLimit: 1, costEstimate: .zero, now: { .zero })
            line = Mirror(reflecting: queue).descendant("jobs") as AnyObject?
            #expect(line != nil)
        }
        await poll { line == nil }
    }
}

/// A queue whose jobs wait at a gate.
private final class Bench: Sendable {
    let queue: WorkQueue
    private let gate = DispatchSemaphore(value: 0)
    private let count = Mutex(0)

    init(threads: Int, waitingLimit: Int, now: @escaping @Sendable () -> Duration = { .zero }) throws {
        queue = try WorkQueue(
            threadCount: threads, waitingLimit: waitingLimit, costEstimate: .milliseconds(50), now: now)
    }

    var runs: Int { count.withLock { $0 } }

    /// A job that waits at the gate, in a separate task.
    func start() -> Task<Void, any Error> {
        Task { try await run() }
    }

    /// A job that waits at the gate.
    func run() async throws {
        try await queue.run(for: .local) { [self] in
            count.withLock { $0 += 1 }
            gate.wait()
            return Result<Void, PasswordHashingError>.success(())
        }
    }

    /// Lets `count` jobs through the gate.
    func open(_ count: Int) {
        for _ in 0..<count { gate.signal() }
    }

    /// Returns when the queue has reached the state.
    func until(_ condition: (HashingPoolSnapshot) -> Bool) async {
        await poll { condition(queue.snapshot) }
    }
}
