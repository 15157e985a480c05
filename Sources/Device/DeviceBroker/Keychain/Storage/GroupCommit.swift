import Dispatch
import GRDB
import Synchronization

/// Group commit: threads that write at the same time share one durable commit, because the disk's confirmation costs the same for one change
/// as for many.
///
/// Changes wait in order. The first thread that comes leads: it carries out all that wait in one transaction, each in a savepoint of its
/// own, so that a change that fails leaves nothing and disturbs no other. Nobody hears of success before `COMMIT` has returned; where it fails, all of
/// the batch has failed. Meanwhile the next batch gathers, and one of its own threads leads it: a lone writer never waits for company, and
/// nothing here needs a thread of its own.
final class GroupCommit: Sendable {
    /// Enough to make the disk's confirmation cheap, and few enough that the first of a batch waits little for the last.
    static let batchLimit = 128

    private struct State {
        var waiting: [any PendingChange] = []
        var isLed = false
    }

    private let database: any DatabaseWriter
    private let state = Mutex(State())

    init(_ database: any DatabaseWriter) {
        self.database = database
    }

    /// Carries out `body` within a batch and returns what it returned, once that is durable. Throws what `body` threw, after undoing what
    /// it did, or what made the batch fail. Never from within another change.
    func perform<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) throws -> Value {
        let change = Change(body)
        let leads = state.withLock { state in
            state.waiting.append(change)
            defer { state.isLed = true }
            return !state.isLed
        }
        if !leads { change.waitForTurn() }
        // Woken without a result: it is this thread's turn to lead.
        if !change.isSettled { lead() }
        return try change.value()
    }

    /// How many changes wait for a batch.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func lead() {
        let batch = state.withLock { state in
            let batch = Array(state.waiting.prefix(Self.batchLimit))
            state.waiting.removeFirst(batch.count)
            return batch
        }
        let untouched = carryOut(batch)
        let next = state.withLock { state in
            state.waiting.insert(contentsOf: untouched, at: 0)
            state.isLed = !state.waiting.isEmpty
            return state.waiting.first
        }
        next?.wake()
        // The leader's own change is the first of its batch, and its thread is awake.
        for change in batch.dropFirst().dropLast(untouched.count) { change.wake() }
    }

    /// Gives those at the end of the batch that were not touched, where what failed took the transaction with it.
    private func carryOut(_ batch: [any PendingChange]) -> ArraySlice<any PendingChange> {
        do {
            return try database.writeWithoutTransaction { connection in
                try connection.execute(cached: "BEGIN IMMEDIATE")
                for (index, change) in batch.enumerated() {
                    do {
                        try change.carryOut(on: connection, isAlone: batch.count == 1)
                    } catch {
                        connection.endTransaction()
                        for change in batch[...index] { change.fail(error) }
                        return batch[(index + 1)...]
                    }
                }
                do {
                    try connection.execute(cached: "COMMIT")
                } catch {
                    connection.endTransaction()
                    throw error
                }
                return []
            }
        } catch {
            // Also for those that had failed by themselves: what they saw of the others did not happen.
            for change in batch { change.fail(error) }
            return []
        }
    }
}

extension Database {
    fileprivate func endTransaction() {
        // SQLite ends a transaction by itself on some errors, and says so only by no longer being inside one.
        if isInsideTransaction { try? execute(cached: "ROLLBACK") }
    }
}

/// One change that waits for its batch.
protocol PendingChange: AnyObject, Sendable {
    /// Does the work, alone in the transaction or in a savepoint of its own, and keeps the result. Throws only where the whole transaction is lost.
    func carryOut(on connection: Database, isAlone: Bool) throws
    /// Puts an error in the place of whatever result there is.
    func fail(_ error: any Error)
    /// Lets its thread go on.
    func wake()
}

/// A change with the thread that waits for it.
final class Change<Value: Sendable>: PendingChange {
    private let body: @Sendable (Database) throws -> Value
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let turn = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable (Database) throws -> Value) {
        self.body = body
    }

    var isSettled: Bool { result.withLock { $0 != nil } }

    func waitForTurn() {
        turn.wait()
    }

    func wake() {
        turn.signal()
    }

    /// Throws what the change failed with.
    func value() throws -> Value {
        guard let result = result.withLock({ $0 }) else { throw NeverCarriedOut() }
        return try result.get()
    }

    func fail(_ error: any Error) {
        result.withLock { $0 = .failure(error) }
    }

    func carryOut(on connection: Database, isAlone: Bool) throws {
        let outcome = isAlone ? .success(try body(connection)) : try connection.inSavepoint(body)
        result.withLock { $0 = outcome }
    }
}

/// A change that no thread came to.
struct NeverCarriedOut: Error {}

extension Database {
    /// What `body` gave, or its error after everything it did was undone. Throws its error where that could not be undone alone.
    fileprivate func inSavepoint<Value>(_ body: (Database) throws -> Value) throws -> Result<Value, any Error> {
        try execute(cached: "SAVEPOINT change")
        do {
            let value = try body(self)
            try execute(cached: "RELEASE change")
            return .success(value)
        } catch {
            do {
                try execute(cached: "ROLLBACK TO change")
                try execute(cached: "RELEASE change")
            } catch _ {
                throw error
            }
            return .failure(error)
        }
    }
}
