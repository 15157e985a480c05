import GRDB

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
