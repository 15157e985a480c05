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
