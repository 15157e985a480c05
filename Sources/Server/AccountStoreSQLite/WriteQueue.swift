import Accounts
import GRDB
import Synchronization

/// Commits the writes of several callers as a group, because a disk confirmation costs the same for one change as for many.
///
/// Jobs wait in order, and a batch of them runs in one transaction. A failed job leaves no change and does not affect the others.
/// Callers are notified only after `COMMIT` has returned; if it fails, the whole batch has failed. The next batch collects jobs while
/// one is being committed, so a single writer never waits for others.
///
/// Savepoints copy each page that a job changes, and few jobs fail. A batch therefore runs without them, and again with one for each
/// job if a job fails after a change.
///
/// A batch in which no job must be durable is not synchronized. The next durable batch puts it on disk, because both are in one log.
/// Only a failure of the machine can lose it, and never the end of the process.
///
/// Jobs run on the queue of the writing connection, never on Swift's cooperative threads. A cancelled caller still waits: a started
/// write cannot be withdrawn, and its outcome must not be lost.
final class WriteQueue: Sendable {
    /// The maximum size of a batch. A large batch shares the cost of a disk confirmation. A small one keeps its first job from a
    /// long wait for the last.
    static let batchLimit = 128

    private struct State {
        var waiting: [WriteJob] = []
        var isRunning = false
        /// Whether the connection confirms a commit only when it is on disk. Only batches change it, one after the other.
        var isSynchronizing = true
    }

    private let database: any DatabaseWriter
    private let state = Mutex(State())

    init(_ database: any DatabaseWriter) {
        self.database = database
    }

    /// Runs `body` in a batch and returns its result after the batch is committed, and on disk if `isDurable`. Throws the error of
    /// `body`, whose changes are undone, or the error of the batch.
    func perform<Value: Sendable>(
        isDurable: Bool = true, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(WriteJob(body, isDurable: isDurable, continuation: continuation))
        }
    }

    /// The number of jobs that wait for a batch.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Adds a job to the waiting ones, and starts a batch if none runs.
    func enqueue(_ job: WriteJob) {
        let mustStart = state.withLock { state in
            state.waiting.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart { schedule() }
    }

    private func schedule() {
        // Each batch is one task on the connection's queue, so that other users of the connection get their turn as well.
        database.asyncWriteWithoutTransaction { [self] connection in
            runBatch(on: connection)
            let isDone = state.withLock { state in
                state.isRunning = !state.waiting.isEmpty
                return !state.isRunning
            }
            if !isDone { schedule() }
        }
    }

    private func runBatch(on connection: Database) {
        let jobs = state.withLock { state in
            let batch = Array(state.waiting.prefix(Self.batchLimit))
            state.waiting.removeFirst(batch.count)
            return batch
        }
        run(jobs, on: connection)
    }

    private func run(_ jobs: [WriteJob], on connection: Database, inSavepoints: Bool = false) {
        do {
            try synchronize(jobs.contains(where: \.isDurable), connection)
            try connection.execute("BEGIN IMMEDIATE")
        } catch {
            for job in jobs { job.fail(error) }
            return
        }

        var deliveries: [WriteJob.Delivery] = []
        for (index, job) in jobs.enumerated() {
            do {
                deliveries.append(try job.run(connection, inSavepoints))
            } catch {
                connection.endTransaction()
                guard inSavepoints || jobs.count == 1 else { return run(jobs, on: connection, inSavepoints: true) }
                // The transaction has failed, and with it the jobs before this one. The jobs after it did not run, so they are
                // queued again.
                for delivery in deliveries { delivery(error) }
                job.fail(error)
                putBack(jobs[(index + 1)...])
                return
            }
        }
        let failure = connection.commit(orFail: deliveries.count)
        for delivery in deliveries { delivery(failure) }
    }

    /// Lets the connection wait for the disk at each commit, or not. Compiles the statement again each time, because SQLite changes the
    /// setting when it compiles the statement.
    private func synchronize(_ isSynchronizing: Bool, _ connection: Database) throws {
        guard state.withLock({ $0.isSynchronizing }) != isSynchronizing else { return }
        try connection.execute(sql: "PRAGMA synchronous = \(isSynchronizing ? "FULL" : "NORMAL")")
        state.withLock { $0.isSynchronizing = isSynchronizing }
    }

    private func putBack(_ jobs: ArraySlice<WriteJob>) {
        state.withLock { $0.waiting.insert(contentsOf: jobs, at: 0) }
    }
}

extension Database {
    /// Commits, or returns the error and leaves no transaction open.
    fileprivate func commit(orFail jobCount: Int) -> (any Error)? {
        do {
            try execute("COMMIT")
            return nil
        } catch let error as DatabaseError where error.resultCode == .SQLITE_IOERR {
            endTransaction()
            // The commit record may have reached the log before the disk reported the error, and could be found there after a
            // crash.
            return StoreError(
                .outcomeUnknown, reason: "SQLite \(error.extendedResultCode.rawValue) in the commit of \(jobCount) changes")
        } catch {
            endTransaction()
            return error
        }
    }

    fileprivate func endTransaction() {
        // SQLite ends a transaction by itself on some errors. The only sign is that the connection is no longer in one.
        if isInsideTransaction { _ = try? execute("ROLLBACK") }
    }
}

/// A change that waits for its batch, and its caller.
struct WriteJob: Sendable {
    /// Notifies the caller of the outcome after the batch has ended: an error of the batch, or nil if it was committed.
    typealias Delivery = @Sendable ((any Error)?) -> Void

    /// Runs the work, in a savepoint or not, and holds back its result. Throws if the whole transaction must be undone.
    let run: @Sendable (Database, _ inSavepoint: Bool) throws -> Delivery

    /// Whether the change must be on disk before its caller is notified.
    let isDurable: Bool

    /// Notifies the caller that nothing was changed.
    let fail: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value, isDurable: Bool, continuation: CheckedContinuation<Value, any Error>
    ) {
        self.isDurable = isDurable
        run = { connection, inSavepoint in
            switch try inSavepoint ? connection.inSavepoint(body) : connection.withoutSavepoint(body) {
            case .success(let value):
                { failure in
                    if let failure { continuation.resume(throwing: failure) } else { continuation.resume(returning: value) }
                }
            case .failure(let error):
                // The job changed nothing, so a failed batch does not affect its error. It still waits, because what it read may be
                // undone.
                { _ in continuation.resume(throwing: error) }
            }
        }
        fail = { continuation.resume(throwing: $0) }
    }
}

extension Database {
    /// Returns the result of `body`, or its error if it changed nothing. Throws the error if `body` made changes or ended
    /// the transaction; the caller must roll back.
    fileprivate func withoutSavepoint<Value>(_ body: (Database) throws -> Value) throws -> Result<Value, any Error> {
        let changes = totalChangesCount
        do {
            let value = try body(self)
            // Later jobs would otherwise be committed one by one.
            guard isInsideTransaction else { throw StoreError(.failed, reason: "a change ended its transaction") }
            return .success(value)
        } catch let error where isInsideTransaction && totalChangesCount == changes {
            return .failure(error)
        }
    }

    /// Returns the result of `body`, or its error after its changes are undone. Throws the error if the changes could not be undone
    /// separately.
    fileprivate func inSavepoint<Value>(_ body: (Database) throws -> Value) throws -> Result<Value, any Error> {
        try execute("SAVEPOINT job")
        do {
            let value = try body(self)
            try execute("RELEASE job")
            return .success(value)
        } catch {
            do {
                try execute("ROLLBACK TO job")
                try execute("RELEASE job")
            } catch _ {
                throw error
            }
            return .failure(error)
        }
    }
}
