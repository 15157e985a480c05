#if PostgreSQL
import Accounts
import CPostgreSQL

/// The columns of one row, taken from left to right. What does not have the form it should have is damage, and says so.
struct Columns {
    private let result: QueryResult
    private let row: Int32
    private var position: Int32 = 0

    init(_ result: QueryResult, row: Int32) {
        self.result = result
        self.row = row
    }

    /// The next column. Throws ``StoreError/Code/corrupt`` where it holds something else, or nothing.
    mutating func next<Value: StoredValue>(as type: Value.Type = Value.self) throws -> Value {
        guard let value = try nextIfPresent(as: type) else { throw damage("empty") }
        return value
    }

    /// The next column, or nil where it is NULL.
    mutating func nextIfPresent<Value: StoredValue>(as type: Value.Type = Value.self) throws -> Value? {
        defer { position += 1 }
        guard position < result.columnCount else { throw damage("missing") }
        guard let octets = result.octets(row: row, column: position) else { return nil }
        guard let stored = result.type(ofColumn: position), let value = Value(type: stored, octets: octets) else {
            throw damage("not a \(type)")
        }
        return value
    }

    private func damage(_ what: String) -> StoreError {
        StoreError(.corrupt, reason: "column \(result.name(ofColumn: position) ?? "?") is \(what)")
    }
}
#endif
