import Dispatch
import GRDB
import Synchronization

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
