import AccountTables
import GRDB

/// Statements are compiled once for each connection and kept.
extension Database {
    /// Runs a statement and returns how many rows it changed.
    @discardableResult
    func execute(cached sql: String, _ arguments: [any ParameterValue] = []) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
        return changesCount
    }

    /// The first row, read by `read`, or nil when there is none.
    func first<Value>(
        _ sql: String, _ arguments: [any ParameterValue] = [], _ read: (inout Columns<Row>) throws -> Value
    ) throws -> Value? {
        // Read where it stands: a row that is fetched alone is copied first, value by value.
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: StatementArguments(arguments))
        guard let row = try rows.next() else { return nil }
        var columns = Columns(row)
        return try read(&columns)
    }

    /// All rows, each read by `read`.
    func all<Value>(
        _ sql: String, _ arguments: [any ParameterValue] = [], _ read: (inout Columns<Row>) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        let rows = try Row.fetchCursor(cachedStatement(sql: sql), arguments: StatementArguments(arguments))
        while let row = try rows.next() {
            var columns = Columns(row)
            values.append(try read(&columns))
        }
        return values
    }
}
