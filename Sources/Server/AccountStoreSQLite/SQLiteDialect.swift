import AccountStore

/// Tables as SQLite defines them: strict, and one tree for those that are found by random octets alone.
enum SQLiteDialect: SchemaDialect {
    static func type(of column: StoreTable.Column) -> String {
        switch column.kind {
        case .integer, .flag: "INTEGER"
        case .text: "TEXT"
        case .identifier, .octets: "BLOB"
        }
    }

    static func length(of column: StoreTable.Column) -> String { "length(\(column.name))" }

    static func check(of column: StoreTable.Column) -> String? {
        switch column.kind {
        case .flag: "\(column.name) IN (0, 1)"
        case .identifier: "length(\(column.name)) = 16"
        case .integer, .text, .octets: nil
        }
    }

    static func number(_ numbering: StoreTable.Numbering) -> String {
        numbering == .neverReused ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "INTEGER PRIMARY KEY"
    }

    static func options(of table: StoreTable) -> String {
        let key = table.columns.filter { table.key.contains($0.name) }
        return key.map(\.kind) == [.integer] ? " STRICT" : " STRICT, WITHOUT ROWID"
    }
}
