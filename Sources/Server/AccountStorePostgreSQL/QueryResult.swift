#if PostgreSQL
package import AccountStore
import CPostgreSQL

/// The server's response to one statement, in binary format. Pointers into it are valid only while this object exists.
final class QueryResult {
    private let handle: OpaquePointer

    /// Takes ownership of the result from libpq and frees it in the end.
    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        PQclear(handle)
    }

    /// The command tag, such as `COMMIT` or `ROLLBACK`.
    var command: String { PQcmdStatus(handle).map { String(cString: $0) } ?? "" }
    var status: ExecStatusType { PQresultStatus(handle) }
    var rowCount: Int32 { PQntuples(handle) }
    var columnCount: Int32 { PQnfields(handle) }

    /// The number of rows that the statement inserted, changed, deleted or selected.
    var changedCount: Int {
        PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// Returns nil for NULL.
    func octets(row: Int32, column: Int32) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(handle, row, column) == 0, let start = PQgetvalue(handle, row, column) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(handle, row, column)))
    }

    func type(ofColumn column: Int32) -> ValueType? { ValueType(rawValue: PQftype(handle, column)) }

    func name(ofColumn column: Int32) -> String? { PQfname(handle, column).map { String(cString: $0) } }

    /// Returns one field of an error, such as `PG_DIAG_SQLSTATE`.
    func diagnosis(_ field: UnicodeScalar) -> String? {
        PQresultErrorField(handle, Int32(field.value)).map { String(cString: $0) }
    }
}

/// One row of a result, in PostgreSQL's binary formats: numbers in network byte order, texts in UTF-8.
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
    /// Returns the first row, read by `read`, or nil.
    func first<Value>(_ read: (inout Columns) throws -> Value) throws -> Value? {
        guard rowCount > 0 else { return nil }
        var columns = Columns(QueryRow(result: self, row: 0))
        return try read(&columns)
    }

    /// Returns all rows, each read by `read`.
    func all<Value>(_ read: (inout Columns) throws -> Value) throws -> [Value] {
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
