#if PostgreSQL
package import AccountStore
import Accounts

/// Accounts in a PostgreSQL database: everything that ``AccountStores`` promises, for any number of servers at once.
///
/// Every change is one transaction at READ COMMITTED that first locks what it decides about, always in the same order: the row of the
/// account, then what belongs to it. So two changes of one account follow each other, and changes of different accounts do not meet. What
/// two accounts can both want (a name, an Apple identity) is held apart by unique keys, and the loser looks again.
///
/// It is written for PostgreSQL 14 or newer and for what speaks its protocol and keeps its isolation.
package final class PostgreSQLAccountStore: StoreEngine {
    package typealias Connection = AccountStorePostgreSQL.Connection

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

    /// Asks the replica where it may and is fresh, and the primary for what the replica does not have: it may not have it yet.
    package func lookUp<Value: Sendable>(
        _ statement: StoreStatement, mayLag: Bool, _ read: @escaping @Sendable (inout Columns<QueryRow>) throws -> Value
    ) async throws -> Value? {
        if mayLag, let replica, replica.isFresh,
            let found = try? await ask(statement, of: replica.pool, { try $0.first(read) })
        {
            replica.countAnswer()
            return found
        }
        return try await ask(statement, of: pool) { try $0.first(read) }
    }

    package func rows<Value: Sendable>(
        of statement: StoreStatement, _ read: @escaping @Sendable (inout Columns<QueryRow>) throws -> Value
    ) async throws -> [Value] {
        try await ask(statement, of: pool) { try $0.all(read) }
    }

    package func run<Value: Sendable>(
        _ kind: TransactionKind, file: String, line: Int, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        let bound: ReplicaBound?
        let value: Value
        do {
            (value, bound) = try await withCheckedThrowingContinuation { continuation in
                pool.submit(.work(deadline: .now + pool.timeouts.operation, continuation) { try $0.run(kind, body) })
            }
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
        }
        // A caller who is cancelled has nobody left to tell that the session has ended.
        if let bound { try? await Task.sleep(for: bound.wait, clock: .continuous) }
        return value
    }

    private func ask<Value: Sendable>(
        _ statement: StoreStatement, of pool: ConnectionPool, _ read: @escaping @Sendable (QueryResult) throws -> Value
    ) async throws -> Value {
        do {
            return try await withCheckedThrowingContinuation { continuation in
                pool.submit(.read(statement, deadline: .now + pool.timeouts.operation, continuation, read))
            }
        } catch {
            throw StoreError.explaining(error, file: statement.file, line: statement.line)
        }
    }
}
#endif
