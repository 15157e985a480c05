import Accounts
import GRDB

/// The columns of one row, taken from left to right. What does not have the form it should have is a damaged file, and says so:
/// GRDB's own subscripts would end the process.
struct Columns {
    private let row: Row
    private var position = 0

    init(_ row: Row) {
        self.row = row
    }

    /// The next column. Throws ``StoreError/Code/corrupt`` where it holds something else, or nothing.
    mutating func next<Value: DatabaseValueConvertible>(as type: Value.Type = Value.self) throws -> Value {
        guard let value = try nextIfPresent(as: type) else { throw damage("empty") }
        return value
    }

    /// The next column, or nil where it is NULL.
    mutating func nextIfPresent<Value: DatabaseValueConvertible>(as type: Value.Type = Value.self) throws -> Value? {
        defer { position += 1 }
        guard position < row.count else { throw damage("missing") }
        let stored: DatabaseValue = row[position]
        if stored.isNull { return nil }
        guard let value = Value.fromDatabaseValue(stored) else { throw damage("not a \(type)") }
        return value
    }

    private func damage(_ what: String) -> StoreError {
        let names = Array(row.columnNames)
        return StoreError(.corrupt, reason: "column \(names.indices.contains(position) ? names[position] : "?") is \(what)")
    }
}
