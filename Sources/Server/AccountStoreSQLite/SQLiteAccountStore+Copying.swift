package import AccountStore
import Accounts
import GRDB

extension SQLiteAccountStore {
    /// Provides the rows of all tables in one snapshot. `body` receives a function that iterates over the rows of a table in the
    /// order of the table's key. Blocks the thread.
    ///
    /// Throws `corrupt` for a cell that does not match its column.
    package func copying<Value>(
        file: String = #fileID, line: Int = #line,
        _ body: (@escaping StoreRows) throws -> Value
    ) throws -> Value {
        do {
            return try database.read { connection in
                try body { table, take in
                    try connection.forEachRow("SELECT \(table.columnList) FROM \(table.name) ORDER BY \(table.keyList)") { cells in
                        try take(table.columns.map { try cells.nextCell($0.kind) })
                    }
                }
            }
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
        }
    }

    /// Copies a snapshot of the store to a new file at `path` that only its owner can read, while reads and writes continue. When
    /// this returns, the copy is one complete file on disk, which ``open(path:)`` opens.
    ///
    /// Throws and leaves no file behind if the file already exists or the copy cannot be completed.
    package func backup(to path: String) async throws {
        let file = StoreFile(path: path)
        guard try file.createIfMissing() else {
            throw StoreError(.unavailable, reason: "a file already exists at \(path)")
        }
        do {
            try await snapshot { source in
                // Within one transaction the source cannot change, so the copy never restarts.
                let copy = try DatabaseQueue(path: file.path)
                try copy.writeWithoutTransaction { destination in
                    try source.backup(to: destination)
                    // The copy inherits the write-ahead log mode of the source; without it the copy is a single file.
                    try destination.execute(sql: "PRAGMA journal_mode = DELETE")
                    // A server recognizes the copy as restored: it may lack passkeys, and may have codes that were used since.
                    try destination.execute(sql: "DELETE FROM confirmed_stores")
                    try destination.execute(sql: "DELETE FROM store_identities")
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
