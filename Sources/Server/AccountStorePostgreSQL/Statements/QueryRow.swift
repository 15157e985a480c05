#if PostgreSQL
package import AccountStore

/// One row of an answer, in PostgreSQL's binary forms: numbers most significant octet first, texts in UTF-8.
package struct QueryRow: StoredRow {
    let result: QueryResult
    let row: Int32

    package var columnCount: Int { Int(result.columnCount) }

    package func name(ofColumn column: Int) -> String? { result.name(ofColumn: Int32(column)) }

    package func cell(atColumn column: Int, _ kind: ColumnKind) -> StoreCell? {
        guard let octets = result.octets(row: row, column: Int32(column)) else { return .null }
        guard let type = result.type(ofColumn: Int32(column)) else { return nil }
        return switch (kind, type) {
        case (.integer, .int2), (.integer, .int4), (.integer, .int8):
            Int64(mostSignificantFirst: octets, type).map(StoreCell.integer)
        case (.flag, .boolean) where octets.count == 1: .flag(octets[0] != 0)
        case (.text, .text): String(validating: octets, as: UTF8.self).map(StoreCell.text)
        case (.identifier, .uuid) where octets.count == 16: .octets(Array(octets))
        case (.octets, .octets): .octets(Array(octets))
        default: nil
        }
    }
}

extension QueryResult {
    /// The first row, read by `read`, or nil when there is none.
    func first<Value>(_ read: (inout Columns<QueryRow>) throws -> Value) throws -> Value? {
        guard rowCount > 0 else { return nil }
        var columns = Columns(QueryRow(result: self, row: 0))
        return try read(&columns)
    }

    /// All rows, each read by `read`.
    func all<Value>(_ read: (inout Columns<QueryRow>) throws -> Value) throws -> [Value] {
        try (0..<rowCount).map { row in
            var columns = Columns(QueryRow(result: self, row: row))
            return try read(&columns)
        }
    }
}

extension Int64 {
    fileprivate init?(mostSignificantFirst octets: UnsafeRawBufferPointer, _ type: ValueType) {
        let size =
            switch type {
            case .int2: 2
            case .int4: 4
            default: 8
            }
        guard octets.count == size else { return nil }
        let bits = octets.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let unused = 64 - size * 8
        self = Int64(bitPattern: bits << unused) >> unused
    }
}
#endif
