import Accounts

/// The columns of one row, taken from left to right. What does not have the form it should have is damage, and says so.
package struct Columns<Row: StoredRow> {
    private let row: Row
    private var position = 0

    package init(_ row: Row) {
        self.row = row
    }

    /// The next column. Throws ``StoreError/Code/corrupt`` where it holds something else, or nothing.
    package mutating func next<Value: StoredValue>(as type: Value.Type = Value.self) throws -> Value {
        guard let value = try nextIfPresent(as: type) else { throw damage("empty", at: position - 1) }
        return value
    }

    /// The next column, or nil where it is NULL. Throws as ``next(as:)`` does.
    package mutating func nextIfPresent<Value: StoredValue>(as type: Value.Type = Value.self) throws -> Value? {
        let cell = try nextCell(Value.kind, what: "\(type)")
        if cell == .null { return nil }
        guard let value = Value(cell: cell) else { throw damage("not a \(type)", at: position - 1) }
        return value
    }

    /// The next column as it stands, of this kind or NULL. Throws as ``next(as:)`` does.
    package mutating func nextCell(_ kind: ColumnKind) throws -> StoreCell {
        try nextCell(kind, what: "\(kind)")
    }

    private mutating func nextCell(_ kind: ColumnKind, what: @autoclosure () -> String) throws -> StoreCell {
        defer { position += 1 }
        guard position < row.columnCount else { throw damage("missing", at: position) }
        guard let cell = row.cell(atColumn: position, kind) else { throw damage("not a \(what())", at: position) }
        return cell
    }

    private func damage(_ what: String, at position: Int) -> StoreError {
        StoreError(.corrupt, reason: "column \(row.name(ofColumn: position) ?? "?") is \(what)")
    }
}

/// One row of an answer, as a database gives it.
package protocol StoredRow {
    var columnCount: Int { get }

    /// Nil where the database does not say.
    func name(ofColumn column: Int) -> String?

    /// What stands in a column that there is: ``StoreCell/null`` for NULL, and nil for what a column of this kind cannot hold.
    func cell(atColumn column: Int, _ kind: ColumnKind) -> StoreCell?
}
