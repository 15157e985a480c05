#if PostgreSQL
import CPostgreSQL

/// What the server answered to one statement, in binary form. It lives as long as the value; nothing of it may be kept beyond.
final class QueryResult {
    private let handle: OpaquePointer

    /// Takes the result over from libpq, and frees it in the end.
    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        PQclear(handle)
    }

    /// What was done, in one word: `COMMIT`, `ROLLBACK`.
    var command: String { PQcmdStatus(handle).map { String(cString: $0) } ?? "" }
    var status: ExecStatusType { PQresultStatus(handle) }
    var rowCount: Int32 { PQntuples(handle) }
    var columnCount: Int32 { PQnfields(handle) }

    /// How many rows the statement inserted, changed, removed or selected.
    var changedCount: Int {
        PQcmdTuples(handle).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// Nil for NULL.
    func octets(row: Int32, column: Int32) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(handle, row, column) == 0, let start = PQgetvalue(handle, row, column) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(handle, row, column)))
    }

    func type(ofColumn column: Int32) -> ValueType? { ValueType(rawValue: PQftype(handle, column)) }

    func name(ofColumn column: Int32) -> String? { PQfname(handle, column).map { String(cString: $0) } }

    /// One field of an error: `PG_DIAG_SQLSTATE` and the like.
    func diagnosis(_ field: UnicodeScalar) -> String? {
        PQresultErrorField(handle, Int32(field.value)).map { String(cString: $0) }
    }
}
#endif
