#if PostgreSQL
package import AccountStore
package import Accounts

extension Connection: StoreConnection {
    /// Another cluster has another system identifier, and a recovered backup or promoted standby another timeline. A restored dump is
    /// another database or has another table.
    package static var identity: String {
        """
        (SELECT concat_ws('/', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_database.oid, \
        CAST(CAST('passkeys' AS regclass) AS oid)) FROM pg_control_system(), pg_database WHERE datname = current_database())
        """
    }

    package static var refundsSeparately: Bool { true }

    package func lockAccount(
        where condition: String, _ parameters: [any ParameterValue], for purpose: AccountLock
    ) throws -> Int64? {
        let strength =
            switch purpose {
            case .change: "FOR NO KEY UPDATE"
            case .deletion: "FOR UPDATE"
            }
        return try first("SELECT number FROM accounts WHERE \(condition) \(strength)", parameters) { try $0.next() }
    }

    package func queueLock(of account: AccountID?) throws {
        try queue("SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE", [account])
    }

    package func lockSigningKeys() throws {
        // Locks the table, because it may have no row yet.
        try queue("LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE")
    }

    package func lockEvents() throws {
        try queue("LOCK TABLE events IN SHARE MODE")
    }

    /// Also locks buckets that do not exist yet, by advisory locks. All transactions take the locks in the same order.
    package func lockArrivals(of keys: [BudgetKey]) throws -> [BudgetKey: Timestamp] {
        for lock in Set(keys.map(\.lock)).sorted() { try queue("SELECT pg_advisory_xact_lock($1)", [lock]) }
        let rows = try all("SELECT key, arrival FROM buckets WHERE key = ANY($1)", [Parameter(anyOf: keys.map(\.bytes))]) {
            (try $0.next(as: BudgetKey.self), try $0.next(as: Timestamp.self))
        }
        return Dictionary(rows) { first, _ in first }
    }

    package func claimJobs(
        _ selection: JobSelection, dueAt now: Timestamp, until end: Timestamp, limit: Int
    ) throws -> [Int64] {
        // The caller also defers deliveries that it did not claim. Two callers at once could wait for each other's rows.
        if case .deliveries(let target) = selection {
            try queue("SELECT pg_advisory_xact_lock(\(Self.targetLocks), hashtext($1))", [target])
        }
        return try all(
            """
            WITH due AS (
                SELECT number, due_at FROM jobs WHERE \(selection.condition) AND due_at <= $2
                ORDER BY due_at, number LIMIT $3 FOR UPDATE SKIP LOCKED
            )
            UPDATE jobs SET due_at = $4, claim = claim + 1 FROM due WHERE jobs.number = due.number
            RETURNING jobs.number, due.due_at
            """, [selection.parameter, now, limit, end]
        ) { (number: try $0.next(as: Int64.self), due: try $0.next(as: Int64.self)) }
        .sorted { ($0.due, $0.number) < ($1.due, $1.number) }.map(\.number)
    }

    package func perform(_ maintenance: MaintenanceBatch, before cutoff: Timestamp, limit: Int) throws -> Int {
        try execute(
            """
            \(maintenance.action) WHERE (\(maintenance.key)) IN (
                SELECT \(maintenance.key) FROM \(maintenance.table) WHERE \(maintenance.condition)
                ORDER BY \(maintenance.order) LIMIT $2 FOR UPDATE SKIP LOCKED
            )
            """, [cutoff, limit])
    }

    package func announceEndOfSessions() {
        endsSessions = true
    }

    /// The first half of the advisory locks of targets: an arbitrary number.
    private static let targetLocks = 0x4C74_0006
}

extension BudgetKey {
    /// The advisory lock of this bucket. Two buckets may share a lock and then wait for each other.
    fileprivate var lock: Int64 { Int64(bitPattern: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }) }
}

extension Connection {
    /// Runs `body` as a transaction of this kind. If it ended a session, also returns how long to wait until no server accepts that
    /// session.
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

    /// Runs `body` in a transaction and commits. Throws the error of `body` or of the commit. Nothing has changed then, unless the
    /// error ``PostgreSQLError/leavesOutcomeUnknown``.
    func transaction<Value>(_ kind: TransactionKind, _ body: (Connection) throws -> Value) throws -> Value {
        for statement in kind.beginning { try queue(statement) }
        let value: Value
        do {
            value = try body(self)
            isCommitting = kind.writes
            defer { isCommitting = false }
            try commit()
        } catch {
            // If the server has already ended the transaction, it reports that in a notice, which is ignored.
            if (error as? PostgreSQLError)?.endsConnection != true { _ = try? execute("ROLLBACK") }
            if let race = error as? LostRace { throw PostgreSQLError.lostRace(race.reason) }
            throw error
        }
        return value
    }

    private func commit() throws {
        try send("COMMIT", [])
        // In a failed transaction, COMMIT rolls back without an error.
        guard try wait()?.command == "COMMIT" else {
            throw PostgreSQLError(cause: .rejected("25P02"), message: "the server rolled back the transaction at COMMIT")
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
