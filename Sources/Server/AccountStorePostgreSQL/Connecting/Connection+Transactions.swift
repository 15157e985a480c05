#if PostgreSQL
import AccountStore

extension Connection {
    /// Runs `body` as a transaction of this kind. Where it ended a session, also returns how long to wait until no server accepts that session
    /// any more.
    func run<Value>(_ kind: TransactionKind, _ body: (Connection) throws -> Value) throws -> (Value, ReplicaBound?) {
        switch kind {
        case .statement:
            isCommitting = true
            defer { isCommitting = false }
            return (try body(self), nil)
        case .snapshot: return (try transaction(kind, body), nil)
        case .writing, .writingSoon:
            return try transaction(kind) { connection in
                connection.endsSessions = false
                let value = try body(connection)
                return (value, connection.endsSessions ? try connection.replicaBound() : nil)
            }
        }
    }

    /// Runs `body` in a transaction and commits. Throws what `body` threw, or the failure of the commit; then nothing has happened,
    /// unless the error ``PostgreSQLError/leavesOutcomeUnknown``.
    func transaction<Value>(_ kind: TransactionKind, _ body: (Connection) throws -> Value) throws -> Value {
        for statement in kind.beginning { try queue(statement) }
        let value: Value
        do {
            value = try body(self)
            isCommitting = kind.writes
            defer { isCommitting = false }
            try commit()
        } catch {
            // The server may have ended the transaction already, and says so in a notice that nobody reads.
            if (error as? PostgreSQLError)?.endsConnection != true { _ = try? execute("ROLLBACK") }
            if let race = error as? LostRace { throw PostgreSQLError.lostRace(race.reason) }
            throw error
        }
        return value
    }

    private func commit() throws {
        try send("COMMIT", [])
        // Within a transaction that has failed, COMMIT ends it and is no error.
        guard try wait()?.command == "COMMIT" else {
            throw PostgreSQLError(cause: .refused("25P02"), message: "a failure within the transaction was not heard")
        }
    }
}

extension TransactionKind {
    fileprivate var beginning: [String] {
        switch self {
        case .writing: ["BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"]
        case .writingSoon: ["BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", "SET LOCAL synchronous_commit TO off"]
        case .snapshot: ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"]
        case .statement: []
        }
    }

    fileprivate var writes: Bool {
        switch self {
        case .writing, .writingSoon, .statement: true
        case .snapshot: false
        }
    }
}
#endif
