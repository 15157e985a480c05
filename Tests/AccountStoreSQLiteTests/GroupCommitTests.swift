import AccountStore
import AccountStoreConformance
import Accounts
import Dispatch
import Foundation
import GRDB
import Synchronization
import TestKit
import Testing

@testable import AccountStoreSQLite

@Suite("Group commit")
struct GroupCommitTests {
    private let database: DatabaseQueue
    private let writes: WriteQueue
    private let commits = CommitCounter()

    init() throws {
        database = try DatabaseQueue()
        try database.write { connection in
            try connection.execute(
                sql: """
                    CREATE TABLE numbers (number INTEGER PRIMARY KEY) STRICT;
                    CREATE TABLE debts (number INTEGER REFERENCES numbers (number) DEFERRABLE INITIALLY DEFERRED) STRICT;
                    """)
        }
        writes = WriteQueue(database)
        database.add(transactionObserver: commits)
    }

    @Test("waiting jobs share one commit")
    func sharedCommit() async throws {
        let results = try await together((0..<100).map { .insert($0) })
        #expect(results.allSatisfy { $0.isSuccess })
        #expect(try await numbers() == Array(0..<100))
        #expect(commits.count == 1)
    }

    @Test("a batch has a size limit, and further jobs go into the next one")
    func batchLimit() async throws {
        let count = WriteQueue.batchLimit * 2 + 1
        let results = try await together((0..<count).map { .insert($0) })
        #expect(results.allSatisfy { $0.isSuccess })
        #expect(try await numbers().count == count)
        #expect(commits.count == 3)
    }

    @Test("a single job does not wait for others")
    func loneJob() async throws {
        for number in 0..<5 { try await writes.perform { try Work.insert(number).run(on: $0) } }
        #expect(commits.count == 5)
    }

    @Test("a commit waits for the disk unless no job of its batch must be durable")
    func durability() async throws {
        let writes = writes
        let level: @Sendable (Database) throws -> Int? = { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        for _ in 0..<2 {
            #expect(try await writes.perform(level) == 2)
            #expect(try await writes.perform(isDurable: false, level) == 1)
        }
        let gate = Gate(closing: database)
        let queued = Watched(0)
        async let soon = writes.perform(isDurable: false, counting: queued, level)
        await queued.until { $0 == 1 }
        async let durable = writes.perform(counting: queued, level)
        await queued.until { $0 == 2 }
        gate.open()
        let levels = try await [soon, durable]
        #expect(levels == [2, 2])
    }

    @Test("jobs run in order, and each sees the earlier ones")
    func order() async throws {
        let seen = try await together((0..<50).map { .insertNext($0) })
        #expect(seen.allSatisfy { $0.isSuccess })
        #expect(try await numbers() == Array(0..<50))
    }

    @Test("a failing job leaves nothing, and the others of its batch are committed")
    func failingJob() async throws {
        let results = try await together([.insert(1), .insertAndThrow(2), .insert(3), .insert(1), .insert(4)])
        #expect(results.map(\.isSuccess) == [true, false, true, false, true])
        #expect(try await numbers() == [1, 3, 4])
        #expect(commits.count == 1)
        #expect(results[1].error is Work.Rejected)
        #expect((results[3].error as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT)
    }

    @Test("a batch runs again only if a job fails after a change", arguments: [(Work.reject, 3), (Work.insertAndThrow(2), 5)])
    func runs(failing: Work, count: Int) async throws {
        let runs = RunCounter()
        let results = try await together([.insert(1), failing, .insert(3)], counting: runs)
        #expect(results.map(\.isSuccess) == [true, false, true])
        #expect(try await numbers() == [1, 3])
        #expect(runs.count == count)
    }

    @Test("a job that fails alone leaves nothing and runs once", arguments: [Work.reject, .insertAndThrow(2), .loseTransaction])
    func loneFailure(failing: Work) async throws {
        let runs = RunCounter()
        let results = try await together([failing], counting: runs)
        #expect(results.map(\.isSuccess) == [false])
        #expect(runs.count == 1)
        try await writes.perform { try Work.insert(4).run(on: $0) }
        #expect(try await numbers() == [4])
    }

    @Test("if the commit fails, the whole batch fails and leaves nothing")
    func failingCommit() async throws {
        let results = try await together([.insert(1), .owe(99), .insert(2), .insertAndThrow(3)])
        #expect(results.map(\.isSuccess) == [false, false, false, false])
        for result in results.prefix(3) {
            #expect((result.error as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT)
        }
        // This job failed before the commit, with its own error.
        #expect(results[3].error is Work.Rejected)
        #expect(try await numbers() == [])
        #expect(commits.count == 0)
    }

    @Test("the batch of a failing commit commits without the job that caused the failure")
    func failingCommitTwin() async throws {
        let results = try await together([.insert(99), .owe(99), .insert(2)])
        #expect(results.allSatisfy { $0.isSuccess })
        #expect(try await numbers() == [2, 99])
    }

    @Test("after a failed commit the next batch is committed")
    func recovery() async throws {
        _ = try await together([.owe(99), .insert(1)])
        let results = try await together([.insert(1), .insert(2)])
        #expect(results.allSatisfy { $0.isSuccess })
        #expect(try await numbers() == [1, 2])
    }

    @Test("if SQLite ends the transaction, the earlier jobs fail, and the later ones run again")
    func lostTransaction() async throws {
        let results = try await together([.insert(1), .insert(2), .loseTransaction, .insert(3), .insert(1)])
        #expect(results.map(\.isSuccess) == [false, false, false, true, true])
        #expect(try await numbers() == [1, 3])
        #expect(commits.count == 1)
    }

    @Test("a batch that cannot begin because another process writes fails completely, and the next one begins")
    func noTransaction() async throws {
        let folder = try TemporaryFolder()
        var configuration = Configuration()
        // The other process leaves its transaction open between two calls.
        configuration.allowsUnsafeTransactions = true
        let own = try DatabaseQueue(path: folder.file())
        let other = try DatabaseQueue(path: folder.file(), configuration: configuration)
        try await own.write { try $0.execute(sql: "CREATE TABLE numbers (number INTEGER PRIMARY KEY) STRICT") }
        let writes = WriteQueue(own)

        try await other.writeWithoutTransaction { connection in
            try connection.execute(sql: "BEGIN IMMEDIATE")
        }
        await #expect { try await writes.perform { try Work.insert(1).run(on: $0) } } throws: { error in
            (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
        }
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try await writes.perform { try Work.insert(1).run(on: $0) }
        #expect(try await own.read { try Int.fetchAll($0, sql: "SELECT number FROM numbers") } == [1])
    }

    @Test("a cancelled caller still gets its result, and the change stays")
    func cancellation() async throws {
        let gate = Gate(closing: database)
        let task = Task { try await writes.perform { try Work.insert(7).run(on: $0) } }
        await poll { writes.waitingCount >= 1 }
        task.cancel()
        gate.open()
        try await task.value
        #expect(try await numbers() == [7])
    }

    @Test("success is reported only after the commit")
    func deliveryAfterCommit() async throws {
        let results = try await together((0..<10).map { .insert($0) }) { [database] in
            // A caller with a result finds its change committed on the connection.
            try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM numbers") == 10 }
        }
        #expect(results.allSatisfy { $0.isSuccess })
    }

    /// Submits all jobs in order while the connection is busy, so that they wait together. Returns their results.
    private func together(
        _ jobs: [Work], counting runs: RunCounter = RunCounter(), then check: @escaping @Sendable () async throws -> Bool = { true }
    ) async throws -> [Result<Void, any Error>] {
        commits.reset()
        let gate = Gate(closing: database)
        let queued = Watched(0)
        var tasks: [Task<Void, any Error>] = []
        for (index, job) in jobs.enumerated() {
            tasks.append(
                Task { [writes] in
                    try await writes.perform(counting: queued) { connection in
                        runs.add()
                        try job.run(on: connection)
                    }
                    #expect(try await check())
                })
            await queued.until { $0 > index }
        }
        gate.open()
        var results: [Result<Void, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }

    private func numbers() async throws -> [Int] {
        try await database.read { try Int.fetchAll($0, sql: "SELECT number FROM numbers ORDER BY number") }
    }
}

/// The operations of jobs.
enum Work: Sendable {
    case insert(Int)
    /// Fails unless exactly this many numbers exist.
    case insertNext(Int)
    case insertAndThrow(Int)
    /// Fails without a change.
    case reject
    /// Violates a constraint that is checked only when the batch commits.
    case owe(Int)
    /// Ends the transaction, as SQLite does after some disk errors.
    case loseTransaction

    struct Rejected: Error {}

    func run(on connection: Database) throws {
        switch self {
        case .insert(let number): try connection.execute(sql: "INSERT INTO numbers VALUES (?)", arguments: [number])
        case .insertNext(let number):
            guard try Int.fetchOne(connection, sql: "SELECT count(*) FROM numbers") == number else { throw Rejected() }
            try Work.insert(number).run(on: connection)
        case .insertAndThrow(let number):
            try Work.insert(number).run(on: connection)
            throw Rejected()
        case .reject: throw Rejected()
        case .owe(let number): try connection.execute(sql: "INSERT INTO debts VALUES (?)", arguments: [number])
        case .loseTransaction: try connection.execute(sql: "ROLLBACK")
        }
    }
}

extension WriteQueue {
    /// Does what ``perform(isDurable:_:)`` does, and counts the job as soon as it waits.
    fileprivate func perform<Value: Sendable>(
        isDurable: Bool = true, counting queued: Watched<Int>, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(WriteJob(body, isDurable: isDurable, continuation: continuation))
            queued.change { $0 += 1 }
        }
    }
}

/// Blocks the connection until it is opened.
private struct Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    init(closing database: DatabaseQueue) {
        database.asyncWriteWithoutTransaction { [semaphore] _ in semaphore.wait() }
    }

    func open() {
        semaphore.signal()
    }
}

/// The number of times that jobs ran.
private final class RunCounter: Sendable {
    private let runs = Mutex(0)

    var count: Int { runs.withLock { $0 } }

    func add() { runs.withLock { $0 += 1 } }
}

private final class CommitCounter: TransactionObserver, Sendable {
    private let commits = Mutex(0)

    var count: Int { commits.withLock { $0 } }

    func reset() {
        commits.withLock { $0 = 0 }
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { commits.withLock { $0 += 1 } }
    func databaseDidRollback(_ db: Database) {}
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}

/// The race cases of the conformance suite, repeated. `LATCHKEY_RACE_ROUNDS` sets the number of rounds; the long run has a
/// thousand.
@Suite("Races in one file")
struct RaceTests {
    private static let rounds = ProcessInfo.processInfo.environment["LATCHKEY_RACE_ROUNDS"].flatMap(Int.init) ?? 1

    @Test("64 concurrent operations have the same result in every round", arguments: AccountStoreConformance.contests)
    func repeated(_ race: ConformanceCase) async throws {
        let store = try #require(StoreUnderTest.all.first)
        for _ in 0..<Self.rounds { try await race.run(on: store) }
    }

    @Test("every race has a round")
    func complete() {
        #expect(AccountStoreConformance.contests.count >= 25)
    }
}
