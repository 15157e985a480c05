import AccountStore
import Accounts
import Dispatch
import GRDB

extension SQLiteAccountStore {
    /// Opens the file at `path`, or creates it, readable and writable by its owner alone. Its folder must exist.
    ///
    /// Throws ``StoreError``: `unavailable` when it cannot be opened or belongs to another application, `newerSchema` when a newer
    /// program has changed it, `corrupt` when it is no database. In none of these cases is the file changed. Blocks the thread
    /// while it migrates.
    package static func open(path: String) throws -> SQLiteAccountStore {
        try opening {
            let file = StoreFile(path: path)
            _ = try file.createIfMissing()
            let pool = try DatabasePool(path: file.path, configuration: .store)
            try pool.writeWithoutTransaction { connection in
                // GRDB sets NORMAL when it turns on the write-ahead log, and that can lose acknowledged commits with the power.
                try connection.execute(sql: "PRAGMA synchronous = FULL")
                try connection.migrate()
            }
            return SQLiteAccountStore(pool, pointReaders: PointReaders(path: file.path, configuration: .reading))
        }
    }

    /// A store that is gone with the value: for tests and examples.
    package static func inMemory() throws -> SQLiteAccountStore {
        try opening {
            let queue = try DatabaseQueue(configuration: .store)
            try queue.writeWithoutTransaction { try $0.migrate() }
            return SQLiteAccountStore(queue)
        }
    }

    /// Closes the file once every write asked for before has ended. Whatever is asked of the store afterwards throws `unavailable`.
    package func close() async throws {
        // Jobs run in order: when this one has, all before it have.
        try? await write { _ in }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async { [self] in
                continuation.resume(with: Result { try Self.opening { try closeConnections() } })
            }
        }
    }

    /// The number of the last migration that the file has seen.
    package func schemaNumber() async throws -> Int {
        try await read { try $0.schemaNumber() }
    }

    private func closeConnections() throws {
        // Everything into the file itself, as far as other processes let it: the last connection to close would do that, but it is
        // one of GRDB's readers, which cannot write.
        _ = try? database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try pointReaders?.close()
        try database.close()
    }

    private static func opening<Value>(
        file: String = #fileID, line: Int = #line, _ body: () throws -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
        }
    }
}
