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

    @Test("jobs that wait together share one commit")
    func sharedCommit() async throws {
        let results = try await together((0..<100).map { .insert($0) })
        #expect(results.allSatisfy { $0.isSuccess })
        #expect(try await numbers() == Array(0..<100))
        #expect(commits.count == 1)
    }

    @Test("a batch has a limit, and what is beyond it goes into the next")
    func batchLimit() async throws {
        let count = WriteQueue.batchLimit * 2 + 1
        let results = try await together((0..<count).map { .insert($0) })
        #expect(results.allSatisfy { $0.isSuccess })
        #expect(try await numbers().count == count)
        #expect(commits.count == 3)
    }

    @Test("a lone job waits for no company")
    func loneJob() async throws {
        for number in 0..<5 { try await writes.perform { try Work.insert(number).run(on: $0) } }
        #expect(commits.count == 5)
    }

    @Test("jobs run in the order in which they came, and each sees those before it")
    func order() async throws {
        let seen = try await together((0..<50).map { .insertNext($0) })
        #expect(seen.allSatisfy { $0.isSuccess })
        #expect(try await numbers() == Array(0..<50))
    }

    @Test("a job that fails leaves nothing, and the others of its batch are committed")
    func failingJob() async throws {
        let results = try await together([.insert(1), .insertAndThrow(2), .insert(3), .insert(1), .insert(4)])
        #expect(results.map(\.isSuccess) == [true, false, true, false, true])
        #expect(try await numbers() == [1, 3, 4])
        #expect(commits.count == 1)
        #expect(results[1].error is Work.Refused)
        #expect((results[3].error as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT)
    }

    @Test("when the commit fails all of the batch has failed, and nothing of it stays")
    func failingCommit() async throws {
        let results = try await together([.insert(1), .owe(99), .insert(2), .insertAndThrow(3)])
        #expect(results.map(\.isSuccess) == [false, false, false, false])
        for result in results.prefix(3) {
            #expect((result.error as? DatabaseError)?.resultCode == .SQLITE_CONSTRAINT)
        }
        // This one had failed by itself, and says so.
        #expect(results[3].error is Work.Refused)
        #expect(try await numbers() == [])
        #expect(commits.count == 0)
    }

    @Test("the batch of which a commit fails would have been committed without the job to blame")
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

    @Test("when SQLite ends the transaction, the jobs before have failed too, and those after go again")
    func lostTransaction() async throws {
        let results = try await together([.insert(1), .insert(2), .loseTransaction, .insert(3), .insert(1)])
        #expect(results.map(\.isSuccess) == [false, false, false, true, true])
        #expect(try await numbers() == [1, 3])
        #expect(commits.count == 1)
    }

    @Test("a batch that cannot begin, since another process writes, fails whole; the next one begins")
    func noTransaction() async throws {
        let folder = try TemporaryFolder()
        var configuration = Configuration()
        // The other one leaves its transaction open between two calls.
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

    @Test("a caller that is cancelled gets its result all the same, and the change stays")
    func cancellation() async throws {
        let gate = Gate(closing: database)
        let task = Task { try await writes.perform { try Work.insert(7).run(on: $0) } }
        await poll { writes.waitingCount >= 1 }
        task.cancel()
        gate.open()
        try await task.value
        #expect(try await numbers() == [7])
    }

    @Test("nobody hears of success before the commit")
    func deliveryAfterCommit() async throws {
        let results = try await together((0..<10).map { .insert($0) }) { [database] in
            // Whoever has its answer finds its change committed, on the connection itself.
            try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM numbers") == 10 }
        }
        #expect(results.allSatisfy { $0.isSuccess })
    }

    /// Hands in all jobs while the connection is busy, in their order, so that they wait together; returns what came of each.
    private func together(
        _ jobs: [Work], then check: @escaping @Sendable () async throws -> Bool = { true }
    ) async throws -> [Result<Void, any Error>] {
        commits.reset()
        let gate = Gate(closing: database)
        var tasks: [Task<Void, any Error>] = []
        for (index, job) in jobs.enumerated() {
            tasks.append(
                Task { [writes] in
                    try await writes.perform { try job.run(on: $0) }
                    #expect(try await check())
                })
            await poll { writes.waitingCount > index }
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

/// Things that jobs do.
private enum Work: Sendable {
    case insert(Int)
    /// Fails unless exactly this many numbers are there.
    case insertNext(Int)
    case insertAndThrow(Int)
    /// Breaks a rule that is looked at only when the batch commits.
    case owe(Int)
    /// What SQLite does by itself on some errors of the disk.
    case loseTransaction

    struct Refused: Error {}

    func run(on connection: Database) throws {
        switch self {
        case .insert(let number): try connection.execute(sql: "INSERT INTO numbers VALUES (?)", arguments: [number])
        case .insertNext(let number):
            guard try Int.fetchOne(connection, sql: "SELECT count(*) FROM numbers") == number else { throw Refused() }
            try Work.insert(number).run(on: connection)
        case .insertAndThrow(let number):
            try Work.insert(number).run(on: connection)
            throw Refused()
        case .owe(let number): try connection.execute(sql: "INSERT INTO debts VALUES (?)", arguments: [number])
        case .loseTransaction: try connection.execute(sql: "ROLLBACK")
        }
    }
}

/// Keeps the connection busy until it is opened.
private struct Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    init(closing database: DatabaseQueue) {
        database.asyncWriteWithoutTransaction { [semaphore] _ in semaphore.wait() }
    }

    func open() {
        semaphore.signal()
    }
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

/// The races of the conformance suite over and over: `LATCHKEY_RACE_ROUNDS` sets how many rounds; the long run has a thousand.
@Suite("Races in one file")
struct RaceTests {
    private static let rounds = ProcessInfo.processInfo.environment["LATCHKEY_RACE_ROUNDS"].flatMap(Int.init) ?? 1

    @Test("what 64 do at once comes out alike every time", arguments: AccountStoreConformance.contests)
    func repeated(_ race: ConformanceCase) async throws {
        let store = try #require(StoreUnderTest.all.first)
        for _ in 0..<Self.rounds { try await race.run(on: store) }
    }

    @Test("no race is missing")
    func complete() {
        #expect(AccountStoreConformance.contests.count >= 25)
    }
}
