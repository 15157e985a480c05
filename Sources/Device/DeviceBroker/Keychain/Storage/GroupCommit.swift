import Dispatch
import GRDB
import Synchronization

/// Group commit: concurrent writers share one durable commit, because syncing the disk costs the same for one change as for many.
///
/// Changes queue in order. The first thread leads: it performs all queued changes in one transaction, each in a separate savepoint,
/// so that a failed change is undone without affecting others. A change succeeds only after `COMMIT` has returned; if the commit
/// fails, the whole batch fails. Meanwhile the next batch gathers, and a thread of that batch leads it. A lone writer therefore
/// never waits for others, and no dedicated thread is needed.
final class GroupCommit: Sendable {
    /// The maximum size of a batch: large enough to amortize a disk sync, and small enough that the first change of a batch does
    /// not wait long for the last.
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

    /// Performs `body` within a batch and returns its result once it is durable. Throws the error of `body` after undoing its
    /// changes, or the error of the batch. Must not be called from within another change.
    func perform<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) throws -> Value {
        let change = Change(body)
        let leads = state.withLock { state in
            state.waiting.append(change)
            defer { state.isLed = true }
            return !state.isLed
        }
        if !leads { change.waitForTurn() }
        // Woken without a result, this thread must lead the next batch.
        if !change.isSettled { lead() }
        return try change.value()
    }

    /// The number of changes that wait for a batch.
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
        // The leader's own change is the first of its batch, and its thread is running.
        for change in batch.dropFirst().dropLast(untouched.count) { change.wake() }
    }

    /// Performs a batch. If an error ends the transaction, returns the remaining changes at the end of the batch, which were not
    /// performed.
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
            // Includes changes that had already failed, because the state that they saw was rolled back.
            for change in batch { change.fail(error) }
            return []
        }
    }
}

extension Database {
    fileprivate func endTransaction() {
        // Some errors end the transaction; then SQLite is no longer inside one.
        if isInsideTransaction { try? execute(cached: "ROLLBACK") }
    }
}

/// A change that waits for its batch.
protocol PendingChange: AnyObject, Sendable {
    /// Performs the change, alone in the transaction or in a savepoint, and stores the result. Throws only if the whole transaction
    /// is lost.
    func carryOut(on connection: Database, isAlone: Bool) throws
    /// Replaces the result by an error.
    func fail(_ error: any Error)
    /// Resumes the change's thread.
    func wake()
}

/// A change and the thread that waits for it.
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

    /// Returns the result. Throws the error of the change.
    func value() throws -> Value {
        guard let result = result.withLock({ $0 }) else { throw ChangeNotPerformed() }
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

/// A change that was never performed.
struct ChangeNotPerformed: Error {}

extension Database {
    /// Returns the result of `body`, or its error after undoing its changes. Throws its error if they could not be undone
    /// separately.
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
