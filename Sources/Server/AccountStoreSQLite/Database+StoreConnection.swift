package import AccountStore
package import Accounts
package import GRDB

/// The writing connection, on which one transaction follows the other: locks have nothing to do here. Statements are compiled once for each
/// connection and kept.
extension Database: StoreConnection {
    package func first<Value>(
        _ sql: String, _ parameters: [any ParameterValue] = [], _ read: (inout Columns<Row>) throws -> Value
    ) throws -> Value? {
        // Read where it stands: a row that is fetched alone is copied first, value by value.
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: StatementArguments(parameters))
        guard let row = try rows.next() else { return nil }
        var columns = Columns(row)
        return try read(&columns)
    }

    package func all<Value>(
        _ sql: String, _ parameters: [any ParameterValue] = [], _ read: (inout Columns<Row>) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: StatementArguments(parameters))
        while let row = try rows.next() {
            var columns = Columns(row)
            values.append(try read(&columns))
        }
        return values
    }

    @discardableResult
    package func execute(_ sql: String, _ parameters: [any ParameterValue] = []) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: StatementArguments(parameters))
        return changesCount
    }

    package func queue(_ sql: String, _ parameters: [any ParameterValue]) throws {
        try execute(sql, parameters)
    }

    package func lockAccount(
        where condition: String, _ parameters: [any ParameterValue], for purpose: AccountLock
    ) throws -> Int64? {
        try first("SELECT number FROM accounts WHERE \(condition)", parameters) { try $0.next() }
    }

    package func queueLock(of account: AccountID?) {}

    package func lockSigningKeys() {}

    package func lockArrivals(of keys: [BudgetKey]) throws -> [BudgetKey: Timestamp] {
        var arrivals: [BudgetKey: Timestamp] = [:]
        for key in keys {
            arrivals[key] = try first("SELECT arrival FROM buckets WHERE key = $1", [key]) { try $0.next() }
        }
        return arrivals
    }

    package func claimJobs(_ kind: JobKind, dueAt now: Timestamp, until end: Timestamp, limit: Int) throws -> [Int64] {
        let numbers = try all(
            "SELECT number FROM jobs WHERE kind = $1 AND due_at <= $2 ORDER BY due_at LIMIT $3", [kind, now, limit]
        ) { try $0.next(as: Int64.self) }
        for number in numbers { try execute("UPDATE jobs SET due_at = $1, claim = claim + 1 WHERE number = $2", [end, number]) }
        return numbers
    }

    package func perform(_ upkeep: UpkeepBatch, before cutoff: Timestamp, limit: Int) throws -> Int {
        try execute(
            """
            \(upkeep.action) WHERE (\(upkeep.key)) IN (
                SELECT \(upkeep.key) FROM \(upkeep.table) WHERE \(upkeep.condition) ORDER BY \(upkeep.order) LIMIT $2
            )
            """, [cutoff, limit])
    }

    package func announceEndOfSessions() {}
}
