#if PostgreSQL
import AccountTables

/// A statement with its parameters, as a value.
struct Statement: Sendable {
    let sql: String
    let parameters: [any ParameterValue]

    init(_ sql: String, _ parameters: [any ParameterValue] = []) {
        self.sql = sql
        self.parameters = parameters
    }
}

extension QueryResult {
    /// The first row, read by `read`, or nil when there is none.
    func first<Value>(_ read: (inout Columns<QueryRow>) throws -> Value) throws -> Value? {
        guard rowCount > 0 else { return nil }
        var columns = Columns(QueryRow(result: self, row: 0))
        return try read(&columns)
    }

    /// All rows, each read by `read`.
    func all<Value>(_ read: (inout Columns<QueryRow>) throws -> Value) throws -> [Value] {
        try (0..<rowCount).map { row in
            var columns = Columns(QueryRow(result: self, row: row))
            return try read(&columns)
        }
    }
}
#endif
