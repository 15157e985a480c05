#if PostgreSQL
import AccountStore

/// Tables as PostgreSQL defines them.
enum PostgreSQLDialect: SchemaDialect {
    static func type(of column: StoreTable.Column) -> String {
        switch column.kind {
        case .integer: "bigint"
        case .flag: "boolean"
        case .text: column.isExact ? "text COLLATE \"C\"" : "text"
        case .identifier: "uuid"
        case .octets: "bytea"
        }
    }

    static func length(of column: StoreTable.Column) -> String {
        "\(column.kind == .octets || column.isExact ? "octet_length" : "char_length")(\(column.name))"
    }

    static func check(of column: StoreTable.Column) -> String? { nil }

    /// PostgreSQL reuses no number in any case.
    static func number(_ numbering: StoreTable.Numbering) -> String { "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY" }

    static func options(of table: StoreTable) -> String { table.changesOften ? " WITH (fillfactor = 80)" : "" }
}
#endif
