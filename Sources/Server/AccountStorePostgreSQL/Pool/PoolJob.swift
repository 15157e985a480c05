#if PostgreSQL
import AccountStore
/// Something that waits for a connection, with the caller that waits for it.
struct PoolJob: Sendable {
    enum Work: Sendable {
        /// A statement that changes nothing: it may be sent with others, and again. `deliver` reads the answer and tells the caller.
        case read(StoreStatement, deliver: @Sendable (QueryResult) -> Void)
        /// Returns how to tell the caller, once what was done is done. Thrown errors mean that it was not, or is not known to be.
        case work(@Sendable (Connection) throws -> @Sendable () -> Void)
    }

    let work: Work
    /// Until then a connection is waited for.
    let deadline: MonotonicTime
    let fail: @Sendable (any Error) -> Void

    /// Whether somebody still waits for it. Fails it where nobody does.
    func isInTime() -> Bool {
        if MonotonicTime.now < deadline { return true }
        fail(PostgreSQLError(cause: .noAnswer, message: "every connection was busy for too long"))
        return false
    }

    var isRead: Bool {
        if case .read = work { true } else { false }
    }

    static func read<Value: Sendable>(
        _ statement: StoreStatement, deadline: MonotonicTime, _ continuation: CheckedContinuation<Value, any Error>,
        _ read: @escaping @Sendable (QueryResult) throws -> Value
    ) -> PoolJob {
        PoolJob(
            work: .read(statement) { answer in continuation.resume(with: Result { try read(answer) }) }, deadline: deadline,
            fail: { continuation.resume(throwing: $0) })
    }

    static func work<Value: Sendable>(
        deadline: MonotonicTime, _ continuation: CheckedContinuation<Value, any Error>,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) -> PoolJob {
        PoolJob(
            work: .work { connection in
                let value = try body(connection)
                return { continuation.resume(returning: value) }
            }, deadline: deadline, fail: { continuation.resume(throwing: $0) })
    }
}
#endif
