#if PostgreSQL
package import AccountStore
public import Accounts

/// An account store in a PostgreSQL database, for any number of servers. It implements all of ``AccountStores``.
///
/// Every change is one READ COMMITTED transaction. It first locks the rows that its decision depends on, always in the same order:
/// the row of the account, then the rows that belong to it. Two changes of one account therefore run one after the other, and
/// changes of different accounts do not conflict. Unique keys protect values that two accounts can claim (a user name, an Apple
/// identity); the transaction that loses runs again.
///
/// Requires PostgreSQL 14 or newer, or a server with the same protocol and isolation.
package final class PostgreSQLAccountStore: StoreEngine {
    package typealias Connection = AccountStorePostgreSQL.Connection

    let pool: ConnectionPool
    /// The standby that answers session checks while it is known to be fresh.
    let replica: Replica?

    init(_ pool: ConnectionPool, replica: Replica? = nil) {
        self.pool = pool
        self.replica = replica
    }

    /// The pool's threads do not retain the store, so a store that is released without being closed leaves no connection open.
    deinit {
        pool.beginClosing()
        replica?.pool.beginClosing()
    }

    /// Reads from the replica if permitted and if it is fresh. Reads from the primary if the replica does not have the row, which
    /// may not have arrived yet.
    package func lookUp<Value: Sendable>(
        _ statement: StoreStatement, mayLag: Bool, _ read: @escaping @Sendable (inout Columns) throws -> Value
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
        of statement: StoreStatement, _ read: @escaping @Sendable (inout Columns) throws -> Value
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
        // If the task is cancelled, no caller waits for the end of the session.
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

extension PostgreSQLAccountStore {
    /// Opens the database, migrates its schema and starts the pool.
    ///
    /// With a `replica`, a standby of the same database, sessions are checked there while it is known to be fresh
    /// (``ReplicaBound``). It may be unreachable, now and later.
    ///
    /// Throws ``StoreError``: `unavailable` if the database cannot be reached, rejects the user, or has a replica without a bound;
    /// `newerSchema` if a newer version of the program has changed it. Blocks the thread while it connects and migrates.
    package static func open(
        _ address: ConnectionAddress, replica: ConnectionAddress? = nil, connections: Int = 8, queueLimit: Int = 1_024,
        timeouts: Timeouts = Timeouts(), file: String = #fileID, line: Int = #line
    ) throws -> PostgreSQLAccountStore {
        let bound: ReplicaBound?
        do {
            let connection = try Connection.open(to: address, timeouts: timeouts)
            try connection.checkServer()
            try connection.migrate()
            bound = try connection.replicaBound()
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
        }
        let size = max(1, connections)
        let pool = try ConnectionPool(address, size: size, queueLimit: queueLimit, timeouts: timeouts)
        guard let replica else { return PostgreSQLAccountStore(pool) }
        guard let bound else {
            pool.beginClosing()
            throw StoreError(
                .unavailable,
                reason:
                    "the database has no replica bound; run ALTER DATABASE ... SET latchkey.replica_bound = '500', then restart")
        }
        do {
            let standby = try Replica(replica, bound: bound, size: size, queueLimit: queueLimit, timeouts: timeouts)
            do {
                try ReplicaWatch.start(standby, of: address, timeouts: timeouts)
            } catch {
                standby.pool.beginClosing()
                throw error
            }
            return PostgreSQLAccountStore(pool, replica: standby)
        } catch {
            pool.beginClosing()
            throw error
        }
    }

    /// Returns the number of the last migration of the database.
    package func schemaNumber() async throws -> Int {
        try await snapshot { try $0.schemaNumber() }
    }

    /// Closes every connection after all pending operations have ended. A later operation throws `unavailable`.
    package func close() async {
        await replica?.pool.close()
        await pool.close()
    }
}

extension Connection {
    /// Throws for a server that cannot fulfil the store's contract.
    fileprivate func checkServer() throws {
        let encoding: String? = try first("SELECT current_setting('server_encoding')") { try $0.next() }
        guard encoding == "UTF8" else {
            throw StoreError(
                .unavailable,
                reason: "the database has the encoding \(encoding ?? "?"); create it with ENCODING 'UTF8'")
        }
        let isStandby: Bool? = try first("SELECT pg_is_in_recovery()") { try $0.next() }
        guard isStandby == false else {
            throw StoreError(.unavailable, reason: "the database is a standby, which only reads; give the address of its primary")
        }
    }
}

extension PostgreSQLAccountStore {
    /// Returns the defects of the store, at most ``findingLimit`` of each kind. Reads all tables in one snapshot, while other reads
    /// and writes continue.
    ///
    /// The database itself enforces the schema as long as its constraints are valid, which is checked. PostgreSQL's `pg_amcheck`
    /// finds damaged pages.
    package func check() async throws -> [StoreFinding] {
        try await snapshot { connection in
            // A full check may take any time.
            try connection.queue("SET LOCAL statement_timeout TO 0")
            let disabled = try connection.all(
                """
                SELECT conrelid::regclass::text, conname::text FROM pg_constraint
                WHERE connamespace = current_schema()::regnamespace AND NOT convalidated ORDER BY 1, 2
                """
            ) { "constraint \(try $0.next(as: String.self)).\(try $0.next(as: String.self)) is not validated" }
            let breaches = try StoreRule.all.flatMap { rule in
                try connection.all("\(rule.sql) LIMIT \(Self.findingLimit)") {
                    StoreFinding(.contradiction, "\(rule.breach): \(try $0.next(as: Int64.self))")
                }
            }
            return disabled.map { StoreFinding(.damage, $0) } + breaches
        }
    }

    /// The maximum number of findings of one kind. More of them give no additional information.
    static let findingLimit = 100
}

extension AccountStorage {
    /// Returns a store in a PostgreSQL database, for any number of servers. `address` is a connection URI:
    /// `postgres://user:password@host/database`. Its schema is migrated.
    ///
    /// Connections over a network are encrypted and verify the server's certificate: the URI of a remote database with another
    /// `sslmode` than `verify-full` is rejected.
    ///
    /// - Parameter unverifiedTLS: accepts another `sslmode`. An attacker between the server and the database can then read and
    ///   change every account.
    /// - Parameter replica: a standby of the database, which checks sessions. The database must state how far it may lag, or this
    ///   throws: `ALTER DATABASE ... SET latchkey.replica_bound = '500'`, in milliseconds. A request that ends a session waits that
    ///   long.
    /// - Throws: `StoreError`: `unavailable` if the URI is malformed, the database cannot be reached, rejects the user or is a standby,
    ///   or a replica has no bound; `newerSchema` if a newer version of this program has changed the schema; another code if the
    ///   database rejects the migration.
    public static func postgreSQL(
        at address: String, replica: String? = nil, connections: Int = 8, unverifiedTLS: Bool = false
    ) throws -> AccountStorage {
        AccountStorage(
            try PostgreSQLAccountStore.open(
                ConnectionAddress(address, allowsUnverified: unverifiedTLS),
                replica: try replica.map { try ConnectionAddress($0, allowsUnverified: unverifiedTLS) }, connections: connections))
    }
}
#endif
