#if PostgreSQL
extension Connection {
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

    /// Runs one statement as its own transaction.
    func alone<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        isCommitting = true
        defer { isCommitting = false }
        return try body(self)
    }
}

enum TransactionKind: Sendable {
    /// Each statement sees what was committed before it; rows are locked where that matters.
    case writing
    /// As ``writing``, confirmed before it is on the disk: a crash of the database, and nothing else, may take back the last fraction of
    /// a second.
    case writingSoon
    /// All statements see one moment, and change nothing.
    case snapshot

    fileprivate var beginning: [String] {
        switch self {
        case .writing: ["BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"]
        case .writingSoon: ["BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", "SET LOCAL synchronous_commit TO off"]
        case .snapshot: ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"]
        }
    }

    fileprivate var writes: Bool {
        switch self {
        case .writing, .writingSoon: true
        case .snapshot: false
        }
    }
}
#endif
