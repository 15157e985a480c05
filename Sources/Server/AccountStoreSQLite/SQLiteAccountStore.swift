package import AccountStore
public import Accounts
import Dispatch
package import GRDB
package import Secrets

/// An account store in one SQLite file or in memory, for one machine. It implements all of ``AccountStores``.
///
/// Writes go through one ``WriteQueue`` and share durable commits. Reads run concurrently on separate connections and see every
/// write acknowledged before they started. Two processes may use one file at the same time, so the operator's command works while
/// the server runs.
///
/// SQLite's locks do not work on network file systems, so several servers need the PostgreSQL store.
package final class SQLiteAccountStore: StoreEngine {
    package typealias Connection = Database

    let database: any DatabaseWriter
    let writes: WriteQueue
    /// The point readers. Nil for a store in memory, which has only one connection.
    let pointReaders: PointReaders?
    /// Nil for a store in memory, which has no write-ahead log.
    let sessionMemory: SessionMemory?

    init(_ database: any DatabaseWriter, pointReaders: PointReaders? = nil, sessionMemory: SessionMemory? = nil) {
        self.database = database
        self.pointReaders = pointReaders
        self.sessionMemory = sessionMemory
        writes = WriteQueue(database)
    }

    /// Reads the row on the calling thread, because its pages are usually in memory. Two thread switches cost many times as much as
    /// reading such a row. While other threads hash passwords, each switch also waits for a processor.
    package func lookUp<Value: Sendable>(
        _ statement: StoreStatement, mayLag: Bool, _ read: @escaping @Sendable (inout Columns) throws -> Value
    ) throws -> Value? {
        do {
            return if let pointReaders {
                try pointReaders.read { try $0.first(statement.sql, statement.parameters, read) }
            } else {
                try database.unsafeRead { try $0.first(statement.sql, statement.parameters, read) }
            }
        } catch {
            throw StoreError.explaining(error, file: statement.file, line: statement.line)
        }
    }

    package func session(_ digest: TokenDigest, now: Timestamp) async throws -> StoredSession? {
        let read = { try self.lookUp(.session(digest, now: now), mayLag: true) { try StoredSession(from: &$0) } }
        return try sessionMemory?.session(digest, now: now, read) ?? read()
    }

    package func rows<Value: Sendable>(
        of statement: StoreStatement, _ read: @escaping @Sendable (inout Columns) throws -> Value
    ) async throws -> [Value] {
        try await self.read(file: statement.file, line: statement.line) { connection in
            try connection.all(statement.sql, statement.parameters, read)
        }
    }

    /// Runs `body` on a read-only connection and its thread. One statement sees one snapshot; a body with several statements that
    /// need the same snapshot must use ``snapshot(file:line:_:)``.
    func read<Value: Sendable>(
        file: String = #fileID, line: Int = #line, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await database.unsafeRead(body)
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
        }
    }

    /// Runs snapshots on a read-only connection, and everything else as one job of the write queue.
    package func run<Value: Sendable>(
        _ kind: TransactionKind, file: String, line: Int, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await kind == .snapshot ? database.read(body) : writes.perform(isDurable: kind != .writingSoon, body)
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
        }
    }
}

extension SQLiteAccountStore {
    /// Opens the file at `path`, or creates it so that only its owner can read and write it. Its folder must exist.
    ///
    /// Throws ``StoreError``: `unavailable` if the file cannot be opened or belongs to another application, `newerSchema` if a
    /// newer version of the program has changed it, `corrupt` if it is not a database. In all of these cases the file is unchanged.
    /// Blocks the thread while it migrates.
    package static func open(path: String) throws -> SQLiteAccountStore {
        try opening {
            let file = StoreFile(path: path)
            _ = try file.createIfMissing()
            let pool = try DatabasePool(path: file.path, configuration: .store)
            try pool.writeWithoutTransaction { connection in
                // GRDB sets NORMAL when it enables the write-ahead log, which can lose acknowledged commits in a power failure.
                try connection.execute(sql: "PRAGMA synchronous = FULL")
                try connection.migrate()
            }
            return SQLiteAccountStore(
                pool, pointReaders: PointReaders(path: file.path, configuration: .reading),
                sessionMemory: try SessionMemory(path: file.path, configuration: .reading))
        }
    }

    /// Creates a store in memory, for tests and examples.
    package static func inMemory() throws -> SQLiteAccountStore {
        try opening {
            let queue = try DatabaseQueue(configuration: .store)
            try queue.writeWithoutTransaction { try $0.migrate() }
            return SQLiteAccountStore(queue)
        }
    }

    /// Closes the file after every earlier write has ended. A later operation throws `unavailable`.
    package func close() async throws {
        // Jobs run in order, so all earlier jobs have run after this one.
        try? await write { _ in }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async { [self] in
                continuation.resume(with: Result { try Self.opening { try closeConnections() } })
            }
        }
    }

    /// Returns the number of the last migration of the file.
    package func schemaNumber() async throws -> Int {
        try await read { try $0.schemaNumber() }
    }

    private func closeConnections() throws {
        // Moves the write-ahead log into the file, unless another process prevents it. SQLite does this when the last connection
        // closes, but that is one of GRDB's readers, which cannot write.
        _ = try? database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try sessionMemory?.close()
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

extension AccountStorage {
    /// Returns a store in the SQLite file at `path`. A missing file is created so that only its owner can read it.
    ///
    /// The file must be on a local disk.
    ///
    /// - Throws: `StoreError`: `unavailable` if the folder does not exist, the file cannot be read or written, or it belongs to
    ///   another application; `newerSchema` if a newer version of this program has changed it; `corrupt` if it is not a database;
    ///   `full` if the disk is full.
    public static func sqlite(at path: String) throws -> AccountStorage {
        AccountStorage(try SQLiteAccountStore.open(path: path))
    }

    /// Returns a store in memory, which is lost when the process ends. For tests and examples.
    ///
    /// - Throws: `StoreError` if SQLite cannot create it, which only a shortage of memory causes.
    public static func inMemory() throws -> AccountStorage {
        AccountStorage(try SQLiteAccountStore.inMemory(), isPersistent: false)
    }
}

extension Configuration {
    /// The common configuration of every connection of a store. Foreign keys are enforced by GRDB's default, which is stated here
    /// because deletion depends on it.
    static var store: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        // The maximum time that a write waits for a write of another process, such as the operator's command.
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { connection in
            try StoreIdentity.check(connection)
            // Protects against a malicious file (sqlite.org/security.html): its schema cannot call functions, and its cells are
            // checked.
            try connection.execute(sql: "PRAGMA trusted_schema = OFF")
            try connection.execute(sql: "PRAGMA cell_size_check = ON")
            // Deleted content is overwritten, so a deleted account leaves no user name or hash in free pages.
            try connection.execute(sql: "PRAGMA secure_delete = ON")
            // In KiB for each connection, allocated as pages are read. This holds the inner index pages of ten million accounts, so
            // that finding one row reads only leaves; the default of 2 MiB is enough for one million.
            try connection.execute(sql: "PRAGMA cache_size = -16384")
            // On Apple systems only this setting makes the disk persist what it confirms; elsewhere it has no effect.
            try connection.execute(sql: "PRAGMA fullfsync = ON")
        }
        return configuration
    }

    /// The configuration ``store`` for read-only connections.
    static var reading: Configuration {
        var configuration = store
        configuration.readonly = true
        return configuration
    }
}
