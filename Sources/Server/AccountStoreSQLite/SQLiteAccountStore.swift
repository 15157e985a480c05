import Accounts
import GRDB

/// Accounts in one SQLite file, or in memory: everything that ``AccountStores`` promises, on one machine.
///
/// Writes go through one ``WriteQueue`` and share durable commits; reads run beside them on connections of their own and see every
/// write acknowledged before they began. Two processes may use one file at the same time: the operator's command works while
/// the server runs.
///
/// It is for one machine. SQLite's locks do not hold on network file systems; several servers need the PostgreSQL store.
package final class SQLiteAccountStore: AccountStores {
    let database: any DatabaseWriter
    let writes: WriteQueue
    /// Nil for a store in memory, whose one connection does everything.
    let pointReaders: PointReaders?

    init(_ database: any DatabaseWriter, pointReaders: PointReaders? = nil) {
        self.database = database
        self.pointReaders = pointReaders
        writes = WriteQueue(database)
    }

    /// Runs `body` on a connection that reads, on the calling thread: for one row found by an index, whose pages are in memory as a rule.
    /// Two changes of thread cost many times what such a row does, and wait for a processor twice while others hash passwords. Anything
    /// that may take longer belongs into ``read(file:line:_:)``.
    func lookUp<Value>(file: String = #fileID, line: Int = #line, _ body: (Database) throws -> Value) throws -> Value {
        do {
            return if let pointReaders { try pointReaders.read(body) } else { try database.unsafeRead(body) }
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
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

    /// Runs `body` on a connection that reads, in one transaction: all its statements see one moment.
    func snapshot<Value: Sendable>(
        file: String = #fileID, line: Int = #line, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await database.read(body)
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
        }
    }

    /// Runs `body` as one job of the write queue: it has happened durably when this returns, and has not happened when it throws.
    func write<Value: Sendable>(
        file: String = #fileID, line: Int = #line, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await writes.perform(body)
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
        }
    }
}
