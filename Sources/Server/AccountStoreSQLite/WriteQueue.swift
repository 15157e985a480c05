import Accounts
import GRDB
import Synchronization

/// Group commit: writers share one durable commit, because the disk's confirmation costs the same for one change as for many.
///
/// Jobs wait in order. A batch of them runs in one transaction, each in a savepoint of its own, so that a job that fails leaves
/// nothing and disturbs no other. Nobody hears of success before `COMMIT` has returned; when it fails, all of the batch has failed.
/// While one batch is being committed the next one gathers, so a lone writer never waits for company.
///
/// Jobs run on the queue of the writing connection, never on Swift's cooperative threads. A caller that is cancelled waits none the
/// less: what is under way cannot be called back, and its outcome must not be lost.
final class WriteQueue: Sendable {
    /// Enough to make the disk's confirmation cheap, and few enough that the first of a batch waits little for the last.
    static let batchLimit = 128

    private struct State {
        var waiting: [WriteJob] = []
        var isRunning = false
    }

    private let database: any DatabaseWriter
    private let state = Mutex(State())

    init(_ database: any DatabaseWriter) {
        self.database = database
    }

    /// Runs `body` within a batch and returns what it returned once the batch is durable. Throws what `body` threw, after undoing what
    /// it did, or the failure of the batch.
    func perform<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(WriteJob(body, continuation: continuation))
        }
    }

    /// How many jobs wait for a batch.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func enqueue(_ job: WriteJob) {
        let mustStart = state.withLock { state in
            state.waiting.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart { schedule() }
    }

    private func schedule() {
        // One batch for each turn on the connection's queue, so that whatever else waits for the connection gets its turn too.
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
        do {
            try connection.execute("BEGIN IMMEDIATE")
        } catch {
            for job in jobs { job.fail(error) }
            return
        }

        var deliveries: [WriteJob.Delivery] = []
        for (index, job) in jobs.enumerated() {
            do {
                deliveries.append(try job.run(connection))
            } catch {
                // The transaction is lost, and with it the jobs before this one. Those after it were not touched: they go again.
                connection.endTransaction()
                for delivery in deliveries { delivery(error) }
                job.fail(error)
                putBack(jobs[(index + 1)...])
                return
            }
        }
        let failure = connection.commit(orFail: deliveries.count)
        for delivery in deliveries { delivery(failure) }
    }

    private func putBack(_ jobs: ArraySlice<WriteJob>) {
        state.withLock { $0.waiting.insert(contentsOf: jobs, at: 0) }
    }
}

extension Database {
    /// Commits, or returns why not and leaves no transaction open.
    fileprivate func commit(orFail jobCount: Int) -> (any Error)? {
        do {
            try execute("COMMIT")
            return nil
        } catch let error as DatabaseError where error.resultCode == .SQLITE_IOERR {
            endTransaction()
            // The commit record may have reached the log before the disk refused to confirm it: after a crash it could be found there.
            return StoreError(
                .outcomeUnknown, reason: "SQLite \(error.extendedResultCode.rawValue) in the commit of \(jobCount) changes")
        } catch {
            endTransaction()
            return error
        }
    }

    fileprivate func endTransaction() {
        // SQLite ends a transaction by itself on some errors, and says so only by no longer being inside one.
        if isInsideTransaction { _ = try? execute("ROLLBACK") }
    }
}

/// One change that waits for its batch, with the caller that waits for it.
struct WriteJob: Sendable {
    /// Tells the caller how it ended, once the batch has: with the failure of the batch, or nil when it was committed.
    typealias Delivery = @Sendable ((any Error)?) -> Void

    /// Does the work in a savepoint and keeps its result back. Throws only where the whole batch can no longer be saved.
    let run: @Sendable (Database) throws -> Delivery

    /// Tells the caller that nothing happened.
    let fail: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value, continuation: CheckedContinuation<Value, any Error>
    ) {
        run = { connection in
            switch try connection.inSavepoint(body) {
            case .success(let value):
                { failure in
                    if let failure { continuation.resume(throwing: failure) } else { continuation.resume(returning: value) }
                }
            case .failure(let error):
                // It did nothing, so the fate of the batch is not its own. It still waits: what it saw may be undone.
                { _ in continuation.resume(throwing: error) }
            }
        }
        fail = { continuation.resume(throwing: $0) }
    }
}

extension Database {
    /// What `body` gave, or its error after everything it did was undone. Throws its error where that could not be undone alone.
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
