package import AccountStore
import Accounts
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
