import Dispatch
import Foundation
import GRDB
import Synchronization
import Testing

@testable import DeviceBroker

@Suite("Group commit") struct GroupCommitTests {
    private struct Rejected: Error {}

    /// A file with one table, and the number of commits that SQLite made in it.
    private final class Store: Sendable {
        let queue: DatabaseQueue
        let commits: GroupCommit
        let transactions = Mutex(0)

        init() throws {
            queue = try DatabaseQueue()
            commits = GroupCommit(queue)
            try queue.write { connection in
                try connection.execute(sql: "CREATE TABLE numbers (number INTEGER PRIMARY KEY, of INTEGER REFERENCES numbers)")
            }
            queue.add(transactionObserver: Counter(self), extent: .databaseLifetime)
        }

        func numbers() throws -> [Int] {
            try queue.read { try Int.fetchAll($0, sql: "SELECT number FROM numbers ORDER BY number") }
        }

        private final class Counter: TransactionObserver {
            private weak let store: Store?

            init(_ store: Store) {
                self.store = store
            }

            func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
            func databaseDidChange(with event: DatabaseEvent) {}
            func databaseDidCommit(_ database: Database) { store?.transactions.withLock { $0 += 1 } }
            func databaseDidRollback(_ database: Database) {}
        }
    }

    /// One change leads and blocks until all others wait, so that these form one batch.
    private func batch(
        in store: Store, _ changes: [@Sendable (Database) throws -> Void]
    ) -> [Result<Void, any Error>] {
        let gathered = DispatchSemaphore(value: 0)
        let threads = DispatchGroup()
        let results = Mutex([Int: Result<Void, any Error>]())
        let isLeading = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            threads.enter()
            _ = try? store.commits.perform { _ in
                isLeading.signal()
                gathered.wait()
            }
            threads.leave()
        }
        isLeading.wait()
        for (index, change) in changes.enumerated() {
            threads.enter()
            Thread.detachNewThread {
                let result = Result { try store.commits.perform(change) }
                results.withLock { $0[index] = result }
                threads.leave()
            }
            while store.commits.waitingCount <= index { usleep(1_000) }
        }
        gathered.signal()
        threads.wait()
        return results.withLock { results in changes.indices.compactMap { results[$0] } }
    }

    private func insert(_ number: Int, of other: Int? = nil) -> @Sendable (Database) throws -> Void {
        { try $0.execute(sql: "INSERT INTO numbers (number, of) VALUES (?, ?)", arguments: [number, other]) }
    }

    @Test("concurrent changes share one commit") func oneCommit() throws {
        let store = try Store()
        let results = batch(in: store, (1...20).map { insert($0) })
        #expect(results.count == 20)
        for result in results { try result.get() }
        #expect(try store.numbers() == Array(1...20))
        // Including the commit of the change that blocked.
        #expect(store.transactions.withLock { $0 } == 1 + 1)
    }

    @Test("more changes than fit into a batch need several commits") func severalBatches() throws {
        let store = try Store()
        let count = GroupCommit.batchLimit + 3
        for result in batch(in: store, (1...count).map { insert($0) }) { try result.get() }
        #expect(try store.numbers().count == count)
        #expect(store.transactions.withLock { $0 } == 2 + 1)
    }

    @Test("a failed change is undone and does not affect others") func failureIsItsOwn() throws {
        let store = try Store()
        let change = insert(4)
        let results = batch(
            in: store,
            [
                insert(1), insert(1),
                { connection in
                    try change(connection)
                    throw Rejected()
                }, insert(2),
            ])
        try results[0].get()
        #expect(throws: DatabaseError.self) { try results[1].get() }
        #expect(throws: Rejected.self) { try results[2].get() }
        try results[3].get()
        #expect(try store.numbers() == [1, 2])
    }

    @Test("a failed commit fails every change of the batch") func failedCommit() throws {
        let store = try Store()
        let orphan = insert(3, of: 99)
        let results = batch(
            in: store,
            [
                insert(1),
                { connection in
                    // The constraint is then only checked by the commit.
                    try connection.execute(sql: "PRAGMA defer_foreign_keys = ON")
                    try orphan(connection)
                }, insert(2),
            ])
        #expect(results.count == 3)
        for result in results { #expect(throws: DatabaseError.self) { try result.get() } }
        #expect(try store.numbers().isEmpty)
        // The next batch works again.
        try store.commits.perform(insert(5))
        #expect(try store.numbers() == [5])
    }

    @Test("a change that ends the transaction fails the changes before it, and later ones are repeated") func lostTransaction()
        throws
    {
        let store = try Store()
        let results = batch(in: store, [insert(1), { try $0.execute(sql: "ROLLBACK") }, insert(2), insert(3)])
        #expect(results.count == 4)
        #expect(throws: (any Error).self) { try results[0].get() }
        #expect(throws: (any Error).self) { try results[1].get() }
        try results[2].get()
        try results[3].get()
        #expect(try store.numbers() == [2, 3])
    }

    @Test("a single change does not wait, and throws its own error") func alone() throws {
        let store = try Store()
        #expect(try store.commits.perform { try Int.fetchOne($0, sql: "SELECT 7") } == 7)
        #expect(throws: Rejected.self) { try store.commits.perform { _ in throw Rejected() } }
        try store.commits.perform(insert(1))
        #expect(try store.numbers() == [1])
    }
}
