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

    /// Copies the store as it stands at one moment into a new file at `path`, readable by its owner alone, while reads and writes go
    /// on. The copy is one file, complete and on the disk when this returns; ``open(path:)`` opens it.
    ///
    /// Throws, and leaves no file behind, when there is already a file of that name or the copy cannot be completed.
    package func backup(to path: String) async throws {
        let file = StoreFile(path: path)
        guard try file.createIfMissing() else {
            throw StoreError(.unavailable, reason: "there is already a file at \(path)")
        }
        do {
            try await snapshot { source in
                // Within one transaction the source cannot change, so the copy never has to begin again.
                let copy = try DatabaseQueue(path: file.path)
                try copy.writeWithoutTransaction { destination in
                    try source.backup(to: destination)
                    // The copy says of itself that it has a write-ahead log, as the source has; without one it is a single file.
                    try destination.execute(sql: "PRAGMA journal_mode = DELETE")
                }
                try copy.close()
                try file.synchronize()
            }
        } catch {
            file.remove()
            throw error
        }
    }
}
