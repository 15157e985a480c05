#if PostgreSQL
import AccountTables
import Accounts

/// Accounts in a PostgreSQL database: everything that ``AccountStores`` promises, for any number of servers at once.
///
/// Every change is one transaction at READ COMMITTED that first locks what it decides about, always in the same order: the row of the
/// account, then what belongs to it. So two changes of one account follow each other, and changes of different accounts do not meet. What
/// two accounts can both want (a name, an Apple identity) is held apart by unique keys, and the loser looks again.
///
/// It is written for PostgreSQL 14 or newer and for what speaks its protocol and keeps its isolation.
package final class PostgreSQLAccountStore: AccountStores {
    let pool: ConnectionPool
    /// Who answers session checks while it is known to be fresh.
    let replica: Replica?

    init(_ pool: ConnectionPool, replica: Replica? = nil) {
        self.pool = pool
        self.replica = replica
    }

    /// Its threads hold the pool and not the store: whoever lets go of it without closing it leaves no connection behind.
    deinit {
        pool.beginClosing()
        replica?.pool.beginClosing()
    }
}

extension PostgreSQLAccountStore {
    /// The first row of a statement that changes nothing, or nil.
    func first<Value: Sendable>(
        _ sql: String, _ parameters: [any ParameterValue] = [], file: String = #fileID, line: Int = #line,
        _ read: @escaping @Sendable (inout Columns<QueryRow>) throws -> Value
    ) async throws -> Value? {
        try await asking(Statement(sql, parameters), of: pool, file: file, line: line) { try $0.first(read) }
    }

    /// As ``first(_:_:file:line:_:)``, from the replica where it is fresh and has a row. What it does not have, it may not have yet.
    func firstAtReplica<Value: Sendable>(
        _ statement: Statement, file: String = #fileID, line: Int = #line,
        _ read: @escaping @Sendable (inout Columns<QueryRow>) throws -> Value
    ) async throws -> Value? {
        if let replica, replica.isFresh,
            let found = try? await asking(statement, of: replica.pool, file: file, line: line, { try $0.first(read) })
        {
            replica.countAnswer()
            return found
        }
        return try await asking(statement, of: pool, file: file, line: line) { try $0.first(read) }
    }

    /// All rows of a statement that changes nothing.
    func all<Value: Sendable>(
        _ sql: String, _ parameters: [any ParameterValue] = [], file: String = #fileID, line: Int = #line,
        _ read: @escaping @Sendable (inout Columns<QueryRow>) throws -> Value
    ) async throws -> [Value] {
        try await asking(Statement(sql, parameters), of: pool, file: file, line: line) { try $0.all(read) }
    }

    /// Runs `body`, which changes nothing, in a transaction: all its statements see one moment.
    func snapshot<Value: Sendable>(
        file: String = #fileID, line: Int = #line, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await working(file: file, line: line) { try $0.transaction(.snapshot, body) }
    }

    /// Runs `body` in a transaction: it has happened durably when this returns, and has not happened when it throws, unless with
    /// ``StoreError/Code/outcomeUnknown``. It may run several times, and must do nothing but ask the connection. Where it ended a session,
    /// no server takes that session any more when this returns.
    func write<Value: Sendable>(
        _ kind: TransactionKind = .writing, file: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        let (value, bound) = try await working(file: file, line: line) { connection in
            try connection.transaction(kind) { connection in
                connection.endsSessions = false
                let value = try body(connection)
                return (value, connection.endsSessions ? try connection.replicaBound() : nil)
            }
        }
        // A caller who is cancelled has nobody left to tell that the session has ended.
        if let bound { try? await Task.sleep(for: bound.wait, clock: .continuous) }
        return value
    }

    /// Runs one statement that changes something and returns how many rows it changed.
    func change(
        _ sql: String, _ parameters: [any ParameterValue], file: String = #fileID, line: Int = #line
    ) async throws -> Int {
        try await working(file: file, line: line) { connection in
            try connection.alone { try $0.execute(sql, parameters) }
        }
    }

    /// Runs one statement that changes something and returns the first of its rows.
    func changeFirst<Value: Sendable>(
        _ sql: String, _ parameters: [any ParameterValue], file: String = #fileID, line: Int = #line,
        _ read: @escaping @Sendable (inout Columns<QueryRow>) throws -> Value
    ) async throws -> Value? {
        try await working(file: file, line: line) { connection in
            try connection.alone { try $0.first(sql, parameters, read) }
        }
    }

    private func asking<Value: Sendable>(
        _ statement: Statement, of pool: ConnectionPool, file: String, line: Int,
        _ read: @escaping @Sendable (QueryResult) throws -> Value
    ) async throws -> Value {
        do {
            return try await withCheckedThrowingContinuation { continuation in
                pool.submit(.read(statement, deadline: .now + pool.timeouts.operation, continuation, read))
            }
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
        }
    }

    private func working<Value: Sendable>(
        file: String, line: Int, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        do {
            return try await withCheckedThrowingContinuation { continuation in
                pool.submit(.work(deadline: deadline, continuation, body))
            }
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
        }
    }

    private var deadline: MonotonicTime { .now + pool.timeouts.operation }
}
#endif
