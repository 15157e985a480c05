#if PostgreSQL
package import AccountStore
package import Accounts

extension Connection: StoreConnection {
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
        // There may be no row to lock yet.
        try queue("LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE")
    }

    /// Buckets that do not exist yet are held too: by an advisory lock, taken in an order that is the same for all transactions.
    package func lockArrivals(of keys: [BudgetKey]) throws -> [BudgetKey: Timestamp] {
        for lock in Set(keys.map(\.lock)).sorted() { try queue("SELECT pg_advisory_xact_lock($1)", [lock]) }
        let rows = try all("SELECT key, arrival FROM buckets WHERE key = ANY($1)", [Parameter(anyOf: keys.map(\.bytes))]) {
            (try $0.next(as: BudgetKey.self), try $0.next(as: Timestamp.self))
        }
        return Dictionary(rows) { first, _ in first }
    }

    package func claimJobs(_ kind: JobKind, dueAt now: Timestamp, until end: Timestamp, limit: Int) throws -> [Int64] {
        try all(
            """
            WITH due AS (
                SELECT number, due_at FROM jobs WHERE kind = $1 AND due_at <= $2
                ORDER BY due_at, number LIMIT $3 FOR UPDATE SKIP LOCKED
            )
            UPDATE jobs SET due_at = $4, claim = claim + 1 FROM due WHERE jobs.number = due.number
            RETURNING jobs.number, due.due_at
            """, [kind, now, limit, end]
        ) { (number: try $0.next(as: Int64.self), due: try $0.next(as: Int64.self)) }
        .sorted { ($0.due, $0.number) < ($1.due, $1.number) }.map(\.number)
    }

    package func perform(_ upkeep: UpkeepBatch, before cutoff: Timestamp, limit: Int) throws -> Int {
        try execute(
            """
            \(upkeep.action) WHERE (\(upkeep.key)) IN (
                SELECT \(upkeep.key) FROM \(upkeep.table) WHERE \(upkeep.condition)
                ORDER BY \(upkeep.order) LIMIT $2 FOR UPDATE SKIP LOCKED
            )
            """, [cutoff, limit])
    }

    package func announceEndOfSessions() {
        endsSessions = true
    }
}

extension BudgetKey {
    /// The lock of this bucket. Two buckets may have one lock, and then only wait for each other.
    fileprivate var lock: Int64 { Int64(bitPattern: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }) }
}
#endif
