import Accounts

/// The type of a column, independent of the database.
package enum ColumnKind: Sendable {
    case integer
    /// True or false.
    case flag
    case text
    /// Sixteen bytes.
    case identifier
    case octets
}

/// One cell of a row: a value or NULL.
package enum StoreCell: Hashable, Sendable {
    case null
    case integer(Int64)
    case flag(Bool)
    case text(String)
    case octets([UInt8])
}

/// A parameter of a statement: the column type and the cell. The type is always stated, even for NULL, because a database that
/// infers it from the statement may choose another one.
package protocol ParameterValue: Sendable {
    static var kind: ColumnKind { get }
    var cell: StoreCell { get }
}

/// A value that can be a parameter and can be read from a column.
package protocol StoredValue: ParameterValue {
    /// Returns nil if the cell is not a valid value.
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

/// Bytes without a domain type here, such as a sealed value or a document.
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

/// The columns of one row, read from left to right. A malformed column is an error of the stored data.
///
/// It is not generic over the row, because a generic function of another module is not specialized: reading a row would look up a type
/// for each column.
package struct Columns {
    private let row: any StoredRow
    private var position = 0

    package init(_ row: any StoredRow) {
        self.row = row
    }

    /// Reads the next column. Throws ``StoreError/Code/corrupt`` if it is NULL or not a valid value.
    package mutating func next<Value: StoredValue>(as type: Value.Type = Value.self) throws -> Value {
        guard let value = try nextIfPresent(as: type) else { throw damage("empty", at: position - 1) }
        return value
    }

    /// Reads the next column, or returns nil if it is NULL. Throws like ``next(as:)``.
    package mutating func nextIfPresent<Value: StoredValue>(as type: Value.Type = Value.self) throws -> Value? {
        let cell = try nextCell(Value.kind, what: "\(type)")
        if cell == .null { return nil }
        guard let value = Value(cell: cell) else { throw damage("not a \(type)", at: position - 1) }
        return value
    }

    /// Reads the raw cell of the next column, of this type or NULL. Throws like ``next(as:)``.
    package mutating func nextCell(_ kind: ColumnKind) throws -> StoreCell {
        try nextCell(kind, what: "\(kind)")
    }

    /// Skips columns that this kind of row does not use.
    package mutating func skip(_ count: Int) { position += count }

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

/// One row of a result, as a database provides it.
package protocol StoredRow {
    var columnCount: Int { get }

    /// Returns nil if the database does not provide the name.
    func name(ofColumn column: Int) -> String?

    /// Returns the value of an existing column: ``StoreCell/null`` for NULL, and nil if the value does not have this type.
    func cell(atColumn column: Int, _ kind: ColumnKind) -> StoreCell?
}
