package import AccountStore
import Accounts
import GRDB

extension SQLiteAccountStore {
    /// Hands over the rows of all tables as they stand at one moment: `body` gets a function that calls it for each row of a table, in the
    /// order of the table's key. Blocks the thread.
    ///
    /// Throws `corrupt` for a cell that is not what its column holds.
    package func copying<Value>(
        file: String = #fileID, line: Int = #line,
        _ body: (@escaping StoreRows) throws -> Value
    ) throws -> Value {
        do {
            return try database.read { connection in
                try body { table, take in
                    let rows = try Row.fetchCursor(
                        connection, sql: "SELECT \(table.columnList) FROM \(table.name) ORDER BY \(table.keyList)")
                    while let row = try rows.next() {
                        var cells = Columns(row)
                        try take(table.columns.map { try cells.nextCell($0.kind) })
                    }
                }
            }
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
        }
    }
}
