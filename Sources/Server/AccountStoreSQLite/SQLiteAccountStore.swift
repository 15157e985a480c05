package import AccountStore
public import Accounts
import Dispatch
package import GRDB

/// Accounts in one SQLite file, or in memory: everything that ``AccountStores`` promises, on one machine.
///
/// Writes go through one ``WriteQueue`` and share durable commits; reads run beside them on connections of their own and see every
/// write acknowledged before they began. Two processes may use one file at the same time: the operator's command works while
/// the server runs.
///
/// It is for one machine. SQLite's locks do not hold on network file systems; several servers need the PostgreSQL store.
package final class SQLiteAccountStore: StoreEngine {
    package typealias Connection = Database

    let database: any DatabaseWriter
    let writes: WriteQueue
    /// Nil for a store in memory, whose one connection does everything.
    let pointReaders: PointReaders?

    init(_ database: any DatabaseWriter, pointReaders: PointReaders? = nil) {
        self.database = database
        self.pointReaders = pointReaders
        writes = WriteQueue(database)
    }

    /// Reads the row on the calling thread: its pages are in memory as a rule. Two changes of thread cost many times what such a row does,
    /// and wait for a processor twice while others hash passwords.
    package func lookUp<Value: Sendable>(
        _ statement: StoreStatement, mayLag: Bool, _ read: @escaping @Sendable (inout Columns<Row>) throws -> Value
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

    package func rows<Value: Sendable>(
        of statement: StoreStatement, _ read: @escaping @Sendable (inout Columns<Row>) throws -> Value
    ) async throws -> [Value] {
        try await self.read(file: statement.file, line: statement.line) { connection in
            try connection.all(statement.sql, statement.parameters, read)
        }
    }

    /// Runs `body` on a connection that reads, and on a thread of its own. One statement sees one moment; a body with several, which must see
    /// the same moment, needs ``snapshot(file:line:_:)``.
    func read<Value: Sendable>(
        file: String = #fileID, line: Int = #line, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await database.unsafeRead(body)
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
        }
    }

    /// Snapshots run on a connection that reads, everything else as one job of the write queue.
    package func run<Value: Sendable>(
        _ kind: TransactionKind, file: String, line: Int, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await kind == .snapshot ? database.read(body) : writes.perform(body)
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
        }
    }
}

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

extension AccountStorage {
    /// Accounts in the SQLite file at `path`, which is created, readable by its owner alone, where there is none.
    ///
    /// Throws when the folder does not exist, when the file belongs to another application or to a newer version of this one, and
    /// when it cannot be read or written. The file must be on a local disk.
    public static func sqlite(at path: String) throws -> AccountStorage {
        AccountStorage(try SQLiteAccountStore.open(path: path))
    }

    /// Accounts that are gone when the process ends: for tests and examples.
    public static func inMemory() throws -> AccountStorage {
        AccountStorage(try SQLiteAccountStore.inMemory(), isPersistent: false)
    }
}

extension Configuration {
    /// What every connection of a store has in common. Foreign keys are enforced; that is GRDB's default, stated here because
    /// deletion depends on it.
    static var store: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        // How long a write waits for one of another process, such as the operator's command.
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { connection in
            try StoreIdentity.check(connection)
            // Against a file that somebody prepared (sqlite.org/security.html): its schema calls no functions, its cells are checked.
            try connection.execute(sql: "PRAGMA trusted_schema = OFF")
            try connection.execute(sql: "PRAGMA cell_size_check = ON")
            // What is deleted is overwritten: a deleted account leaves no name and no hash behind in free pages.
            try connection.execute(sql: "PRAGMA secure_delete = ON")
            // In KiB, for each connection, and taken as pages are read. It holds the inner pages of the indexes of ten million accounts, so that
            // finding one row reads no more than the leaves; the usual 2 MiB do for a million.
            try connection.execute(sql: "PRAGMA cache_size = -16384")
            // On Apple systems only this makes the disk write down what it confirms; elsewhere it has no effect.
            try connection.execute(sql: "PRAGMA fullfsync = ON")
        }
        return configuration
    }

    /// As ``store``, of connections that write nothing.
    static var reading: Configuration {
        var configuration = store
        configuration.readonly = true
        return configuration
    }
}
