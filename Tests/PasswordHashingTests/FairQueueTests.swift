import Dispatch
import Synchronization
import TestKit
import Testing

@testable import PasswordHashing

@Suite("Fairness of the hashing queue", .timeLimit(.minutes(20)))
struct FairQueueTests {
    @Test("a client with many waiting jobs is served after the first job of a later client")
    func turns() async throws {
        let bench = try FairBench(waitingLimit: 10)
        let busy = await bench.wait(["network a", "network a", "network a"])
        let quiet = await bench.wait(["network b"])
        try await bench.finish(busy + quiet)
        #expect(bench.served == ["network a", "network b", "network a", "network a"])
    }

    @Test("requests that share a name share usage: a session with two addresses, two sessions with one")
    func sharedNames() async throws {
        let bench = try FairBench(waitingLimit: 10)
        let jobs = await bench.wait([
            "network a,session 1", "network b,session 1", "network b,session 2", "network c,session 3",
        ])
        try await bench.finish(jobs)
        #expect(
            bench.served == ["network a,session 1", "network c,session 3", "network b,session 1", "network b,session 2"])
    }

    @Test("in a full queue a job of a client with lower usage replaces one of the client with the highest")
    func displaced() async throws {
        let bench = try FairBench(waitingLimit: 3)
        let busy = await bench.wait(["a", "a", "a"])
        let quiet = await bench.wait(["b"])
        await #expect(throws: PasswordHashingError.busy(retryAfter: .seconds(1))) { try await busy[2].value }
        #expect(bench.queue.snapshot.rejected == 1 && bench.queue.snapshot.waiting == 3)
        // Another job of the same client is itself rejected.
        await #expect(throws: PasswordHashingError.self) { try await bench.run("a") }
        try await bench.finish(Array(busy[..<2]) + quiet)
        #expect(bench.served == ["a", "b", "a"])
    }

    @Test("clients with equal usage do not replace each other, and one client can fill the queue alone")
    func equals() async throws {
        let bench = try FairBench(waitingLimit: 3)
        let jobs = await bench.wait(["a", "b", "c"])
        await #expect(throws: PasswordHashingError.self) { try await bench.run("d") }
        try await bench.finish(jobs)
        #expect(bench.served == ["a", "b", "c"])
        let alone = await bench.wait(["a", "a", "a"])
        try await bench.finish(alone)
        #expect(bench.served.count == 6)
    }

    @Test("old usage does not count")
    func forgiven() async throws {
        let bench = try FairBench(waitingLimit: 10)
        try await bench.finish(await bench.wait(["a", "a", "a"]))
        bench.clock.time.withLock { $0 = .seconds(30) }
        try await bench.finish(await bench.wait(["a", "b"]))
        #expect(bench.served.suffix(2) == ["a", "b"])
        bench.clock.time.withLock { $0 = .seconds(31) }
        try await bench.finish(await bench.wait(["a", "c"]))
        #expect(bench.served.suffix(2) == ["c", "a"])
    }
}

private final class StoppedClock: Sendable {
    let time = Mutex(Duration.zero)
}

/// A queue with one thread that a gate blocks, which records the order of jobs.
private final class FairBench: Sendable {
    let queue: WorkQueue
    let clock = StoppedClock()
    private let gate = DispatchSemaphore(value: 0)
    private let order = Mutex<[String]>([])
    private let holders = Mutex<[Task<Void, any Error>]>([])

    init(waitingLimit: Int) throws {
        let clock = clock
        queue = try WorkQueue(
            threadCount: 1, waitingLimit: waitingLimit, costEstimate: .milliseconds(50), now: { clock.time.withLock { $0 } })
    }

    var served: [String] { order.withLock { $0 } }

    /// Occupies the thread if it is free, then adds jobs of these clients in order. Commas separate the names of a client.
    func wait(_ clients: [String]) async -> [Task<Void, any Error>] {
        if queue.snapshot.running == 0 {
            let holder = Task {
                try await self.queue.run(for: .local) { [gate] in Result<Void, PasswordHashingError>.success(gate.wait()) }
            }
            holders.withLock { $0.append(holder) }
            await poll { queue.snapshot.running > 0 }
        }
        var tasks: [Task<Void, any Error>] = []
        for client in clients {
            let (waiting, rejected) = (queue.snapshot.waiting, queue.snapshot.rejected)
            tasks.append(Task { try await self.run(client) })
            await poll { queue.snapshot.waiting != waiting || queue.snapshot.rejected != rejected }
        }
        return tasks
    }

    func run(_ client: String) async throws {
        let names = client.split(separator: ",").map(String.init)
        try await queue.run(for: HashingClient(names)) { [self] in
            order.withLock { $0.append(client) }
            return Result<Void, PasswordHashingError>.success(())
        }
    }

    /// Opens the gate and waits for these jobs.
    func finish(_ tasks: [Task<Void, any Error>]) async throws {
        gate.signal()
        for task in tasks { try await task.value }
        await poll { queue.snapshot.running == 0 }
    }
}
