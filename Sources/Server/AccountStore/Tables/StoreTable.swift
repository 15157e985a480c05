/// A table of the schema with its columns, constraints and indexes. Engines generate their schema from it, and store copies use it.
package struct StoreTable: Sendable {
    /// Whether and how the rows are numbered.
    package enum Numbering: Hashable, Sendable {
        case none
        /// The database assigns a number to each row.
        case automatic
        /// Like ``automatic``, but a number is never reused, because a worker may still hold the number of a deleted row.
        case neverReused
    }

    package struct Index: Sendable {
        let name: String
        let columns: String
        let condition: String?

        init(_ name: String, on columns: String, where condition: String? = nil) {
            self.name = name
            self.columns = columns
            self.condition = condition
        }
    }

    package let name: String
    package let numbering: Numbering
    package let columns: [Column]
    /// The primary key. It defines the same order of rows in every store.
    package let key: [String]
    let constraints: [String]
    let indexes: [Index]
    /// Whether rows change often. Their pages then have room for changes, and only the one index that maintenance needs covers
    /// changing columns.
    package let changesOften: Bool

    init(
        _ name: String, by key: [String], changesOften: Bool = false, _ columns: [Column], constraints: [String] = [],
        indexes: [Index] = []
    ) {
        self.name = name
        numbering = .none
        self.key = key
        self.columns = columns
        self.constraints = constraints
        self.indexes = indexes
        self.changesOften = changesOften
    }

    /// Creates a table with numbered rows.
    init(
        _ name: String, numbers: Numbering = .automatic, changesOften: Bool = false, _ columns: [Column],
        constraints: [String] = [], indexes: [Index] = []
    ) {
        self.name = name
        numbering = numbers
        key = ["number"]
        self.columns = [.integer("number")] + columns
        self.constraints = constraints
        self.indexes = indexes
        self.changesOften = changesOften
    }

    /// The column names, separated by commas.
    package var columnList: String { columns.map(\.name).joined(separator: ", ") }

    /// The key columns, separated by commas.
    package var keyList: String { key.joined(separator: ", ") }
}

/// Calls its argument with each row of a table, in the order of the table's key.
package typealias StoreRows = (StoreTable, @escaping ([StoreCell]) throws -> Void) throws -> Void

extension StoreTable {
    package struct Column: Sendable {
        package enum Length: Hashable, Sendable {
            case between(ClosedRange<Int>)
            case oneOf([Int])
        }

        package let name: String
        package let kind: ColumnKind
        /// The length in characters; in bytes for ``isExact`` texts and for bytes.
        package let length: Length?
        /// Whether texts are compared byte by byte, independent of the database's collation. Such texts are ASCII or already
        /// case-folded.
        package let isExact: Bool
        private(set) var isOptional = false
        private(set) var isUnique = false
        private(set) var check: String?
        private(set) var initial: String?
        private(set) var reference: String?

        private init(_ name: String, _ kind: ColumnKind, length: Length? = nil, isExact: Bool = false) {
            self.name = name
            self.kind = kind
            self.length = length
            self.isExact = isExact
        }

        static func integer(_ name: String) -> Column { Column(name, .integer) }
        static func flag(_ name: String) -> Column { Column(name, .flag) }
        static func identifier(_ name: String) -> Column { Column(name, .identifier) }
        static func text(_ name: String, _ lengths: ClosedRange<Int>) -> Column { Column(name, .text, length: .between(lengths)) }
        static func exactText(_ name: String, _ lengths: ClosedRange<Int>) -> Column {
            Column(name, .text, length: .between(lengths), isExact: true)
        }
        static func octets(_ name: String, _ lengths: Int...) -> Column { Column(name, .octets, length: .oneOf(lengths)) }
        static func octets(_ name: String, _ lengths: ClosedRange<Int>) -> Column {
            Column(name, .octets, length: .between(lengths))
        }

        /// Whether NULL is allowed.
        var optional: Column { with { $0.isOptional = true } }
        var unique: Column { with { $0.isUnique = true } }
        func check(_ condition: String) -> Column { with { $0.check = condition } }
        func initially(_ value: String) -> Column { with { $0.initial = value } }
        /// References the number of a row of that table, whose deletion also deletes this row.
        func of(_ table: String) -> Column { with { $0.reference = "\(table) (number) ON DELETE CASCADE" } }
        /// References the number of a row of that table, which cannot be deleted before this row.
        func referring(to table: String) -> Column { with { $0.reference = "\(table) (number)" } }

        private func with(_ change: (inout Column) -> Void) -> Column {
            var column = self
            change(&column)
            return column
        }
    }
}

/// The parts of a table definition that differ between engines.
package protocol SchemaDialect {
    /// Returns the type of a column, with its collation.
    static func type(of column: StoreTable.Column) -> String
    /// Returns the expression for the length of a column's value. See ``StoreTable/Column/length``.
    static func length(of column: StoreTable.Column) -> String
    /// Returns a condition for what a column's type does not enforce, or nil.
    static func check(of column: StoreTable.Column) -> String?
    /// Returns the definition of the column `number` of a numbered table, without its name.
    static func number(_ numbering: StoreTable.Numbering) -> String
    /// Returns the options after the parentheses of a definition.
    static func options(of table: StoreTable) -> String
}

extension SchemaDialect {
    /// The whole schema as a script.
    package static var schema: String {
        (([StoreTable.eventKinds, StoreTable.identities] + StoreTable.all).map(definition)
            + [StoreTable.eventKindRows]).joined(separator: "\n")
    }

    private static func definition(of table: StoreTable) -> String {
        let columns = table.columns.map { definition(of: $0, in: table) }
        let key = table.key.count > 1 ? ["PRIMARY KEY (\(table.keyList))"] : []
        let lines = (columns + key + table.constraints).map { "    \($0)" }.joined(separator: ",\n")
        let indexes = table.indexes.map { index in
            "CREATE INDEX \(index.name) ON \(table.name) (\(index.columns))\(index.condition.map { " WHERE \($0)" } ?? "");\n"
        }
        return "CREATE TABLE \(table.name) (\n\(lines)\n)\(options(of: table));\n\(indexes.joined())"
    }

    private static func definition(of column: StoreTable.Column, in table: StoreTable) -> String {
        if column.name == "number", table.numbering != .none { return "number \(number(table.numbering))" }
        var words = [column.name, type(of: column)]
        if table.key == [column.name] { words.append("PRIMARY KEY") } else if !column.isOptional { words.append("NOT NULL") }
        if column.isUnique { words.append("UNIQUE") }
        if let initial = column.initial { words.append("DEFAULT \(initial)") }
        for condition in [lengthCheck(of: column), check(of: column), column.check].compactMap(\.self) {
            words.append("CHECK (\(condition))")
        }
        if let reference = column.reference { words.append("REFERENCES \(reference)") }
        return words.joined(separator: " ")
    }

    private static func lengthCheck(of column: StoreTable.Column) -> String? {
        switch column.length {
        case .between(let lengths): "\(length(of: column)) BETWEEN \(lengths.lowerBound) AND \(lengths.upperBound)"
        case .oneOf(let lengths): "\(length(of: column)) IN (\(lengths.map(String.init).joined(separator: ", ")))"
        case nil: nil
        }
    }
}
