package import AccountStore
package import Accounts
import FoundationEssentials
package import GRDB

/// The writing connection. Its transactions run one after the other, so the lock operations do nothing. Statements are compiled
/// once for each connection and cached.
extension Database: StoreConnection {
    /// The same for every file. A backup has no record of it (``SQLiteAccountStore/backup(to:)``).
    package static var identity: String { "'sqlite'" }

    package static var refundsSeparately: Bool { false }

    package func first<Value>(
        _ sql: String, _ parameters: [any ParameterValue] = [], _ read: (inout Columns) throws -> Value
    ) throws -> Value? {
        StatementLog.note(sql)
        let statement = try cachedStatement(sql: sql)
        let rows = try RowMark?.fetchCursor(statement, arguments: StatementArguments(parameters))
        guard try rows.next() != nil else { return nil }
        var columns = Columns(StatementRow(statement: statement))
        // The cursor resets the statement when it ends.
        return try withExtendedLifetime(rows) { try read(&columns) }
    }

    package func all<Value>(
        _ sql: String, _ parameters: [any ParameterValue] = [], _ read: (inout Columns) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try forEachRow(sql, parameters) { columns in values.append(try read(&columns)) }
        return values
    }

    /// Calls `body` with each row of a statement.
    func forEachRow(
        _ sql: String, _ parameters: [any ParameterValue] = [], _ body: (inout Columns) throws -> Void
    ) throws {
        StatementLog.note(sql)
        let statement = try cachedStatement(sql: sql)
        let rows = try RowMark?.fetchCursor(statement, arguments: StatementArguments(parameters))
        while try rows.next() != nil {
            var columns = Columns(StatementRow(statement: statement))
            try body(&columns)
        }
    }

    @discardableResult
    package func execute(_ sql: String, _ parameters: [any ParameterValue] = []) throws -> Int {
        StatementLog.note(sql)
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

    package func lockEvents() {}

    package func lockArrivals(of keys: [BudgetKey]) throws -> [BudgetKey: Timestamp] {
        var arrivals: [BudgetKey: Timestamp] = [:]
        for key in keys {
            arrivals[key] = try first("SELECT arrival FROM buckets WHERE key = $1", [key]) { try $0.next() }
        }
        return arrivals
    }

    package func claimJobs(
        _ selection: JobSelection, dueAt now: Timestamp, until end: Timestamp, limit: Int
    ) throws -> [Int64] {
        let numbers = try all(
            "SELECT number FROM jobs WHERE \(selection.condition) AND due_at <= $2 ORDER BY due_at, number LIMIT $3",
            [selection.parameter, now, limit]
        ) { try $0.next(as: Int64.self) }
        for number in numbers { try execute("UPDATE jobs SET due_at = $1, claim = claim + 1 WHERE number = $2", [end, number]) }
        return numbers
    }

    package func perform(_ maintenance: MaintenanceBatch, before cutoff: Timestamp, limit: Int) throws -> Int {
        try execute(
            """
            \(maintenance.action) WHERE (\(maintenance.key)) IN (
                SELECT \(maintenance.key) FROM \(maintenance.table) WHERE \(maintenance.condition) ORDER BY \(maintenance.order) LIMIT $2
            )
            """, [cutoff, limit])
    }

    package func announceEndOfSessions() {}
}

/// The current row of a statement, whose cells are converted by SQLite's storage class.
///
/// It replaces GRDB's `Row`, which makes a dictionary of its column names for each cursor, even for a single row.
private struct StatementRow: StoredRow {
    let statement: Statement

    var columnCount: Int { statement.columnCount }

    func name(ofColumn column: Int) -> String? {
        let names = statement.columnNames
        return names.indices.contains(column) ? names[column] : nil
    }

    func cell(atColumn column: Int, _ kind: ColumnKind) -> StoreCell? {
        let stored = DatabaseValue(sqliteStatement: statement.sqliteStatement, index: CInt(column))
        return switch (kind, stored.storage) {
        case (_, .null): .null
        case (.integer, .int64(let value)): .integer(value)
        case (.flag, .int64(let value)): .flag(value != 0)
        case (.text, .string(let text)): .text(text)
        case (.identifier, .blob(let data)), (.octets, .blob(let data)): .octets(Array(data))
        default: nil
        }
    }
}

/// What a cursor returns for each row. It reads no column; ``StatementRow`` does. Cursors return it as an optional, because the first
/// column can be NULL.
private struct RowMark: DatabaseValueConvertible, StatementColumnConvertible {
    init(sqliteStatement: SQLiteStatement, index: CInt) {}

    var databaseValue: DatabaseValue { .null }

    static func fromDatabaseValue(_ value: DatabaseValue) -> RowMark? { nil }
}

extension StatementArguments {
    init(_ values: [any ParameterValue]) {
        // GRDB uses optional existentials as they are; it maps an array of plain values through a key path that it creates each
        // time.
        self.init(values.map { value -> (any DatabaseValueConvertible)? in value.cell.databaseValue })
    }
}

extension StoreCell {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .flag(let value): value.databaseValue
        case .text(let text): text.databaseValue
        case .octets(let octets): Data(octets).databaseValue
        }
    }
}

extension StoreError {
    /// Converts an error of SQLite to a ``StoreError`` with the source location of the operation. Other errors, such as the
    /// cancellation of a read, stay unchanged.
    ///
    /// The reason contains SQLite's own message, which names tables and columns but no values.
    static func explaining(_ error: any Error, file: String, line: Int) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        return StoreError(
            Code(error.extendedResultCode),
            reason: "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")", file: file, line: line)
    }
}

extension StoreError.Code {
    /// - Parameter code: a primary or an extended code.
    init(_ code: ResultCode) {
        // SQLite reports this if the shared-memory index of its write-ahead log cannot grow.
        if code == .SQLITE_IOERR_SHMSIZE {
            self = .full
            return
        }
        switch code.primaryResultCode {
        case .SQLITE_FULL: self = .full
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: self = .corrupt
        case .SQLITE_CANTOPEN, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH, .SQLITE_PROTOCOL,
            .SQLITE_MISUSE:
            self = .unavailable
        default: self = .failed
        }
    }
}
