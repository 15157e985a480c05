import Accounts

/// What a column can hold, whichever database it is in.
package enum ColumnKind: Sendable {
    case integer
    /// True or false.
    case flag
    case text
    /// Sixteen octets.
    case identifier
    case octets
}

/// One cell of a row: what stands in a column, or nothing.
package enum StoreCell: Hashable, Sendable {
    case null
    case integer(Int64)
    case flag(Bool)
    case text(String)
    case octets([UInt8])
}

/// What can be the parameter of a statement: the kind of column that it belongs to, and its cell. The kind is always said, for the empty
/// cell as well: left to guess from the statement, a database may take a value for something else.
package protocol ParameterValue: Sendable {
    static var kind: ColumnKind { get }
    var cell: StoreCell { get }
}

/// What can be a parameter and be read back from a column.
package protocol StoredValue: ParameterValue {
    /// Nil for a cell that holds no such value.
    init?(cell: StoreCell)
}

extension Optional: ParameterValue where Wrapped: ParameterValue {
    package static var kind: ColumnKind { Wrapped.kind }
    package var cell: StoreCell { self?.cell ?? .null }
}

extension Int64: StoredValue {
    package static var kind: ColumnKind { .integer }
    package var cell: StoreCell { .integer(self) }

    package init?(cell: StoreCell) {
        guard case .integer(let value) = cell else { return nil }
        self = value
    }
}

extension Int: StoredValue {
    package static var kind: ColumnKind { .integer }
    package var cell: StoreCell { .integer(Int64(self)) }

    package init?(cell: StoreCell) {
        guard case .integer(let value) = cell else { return nil }
        self.init(value)
    }
}

extension Bool: StoredValue {
    package static var kind: ColumnKind { .flag }
    package var cell: StoreCell { .flag(self) }

    package init?(cell: StoreCell) {
        guard case .flag(let value) = cell else { return nil }
        self = value
    }
}

extension String: StoredValue {
    package static var kind: ColumnKind { .text }
    package var cell: StoreCell { .text(self) }

    package init?(cell: StoreCell) {
        guard case .text(let value) = cell else { return nil }
        self = value
    }
}

/// Octets that are no value of the domain here: what is sealed, a document.
package struct Octets: StoredValue {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package static var kind: ColumnKind { .octets }
    package var cell: StoreCell { .octets(bytes) }

    package init?(cell: StoreCell) {
        guard case .octets(let bytes) = cell else { return nil }
        self.bytes = bytes
    }
}

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
