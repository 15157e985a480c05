package import AccountStore
import FoundationEssentials
package import GRDB

/// Cells by what SQLite stored, and not by what GRDB's subscripts would make of it: those would end the process.
extension Row: StoredRow {
    package var columnCount: Int { count }

    package func name(ofColumn column: Int) -> String? {
        let names = Array(columnNames)
        return names.indices.contains(column) ? names[column] : nil
    }

    package func cell(atColumn column: Int, _ kind: ColumnKind) -> StoreCell? {
        let stored: DatabaseValue = self[column]
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

extension StatementArguments {
    init(_ values: [any ParameterValue]) {
        // As optional existentials, GRDB takes them as they are; an array of plain values it maps by a key path, made anew each time.
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
