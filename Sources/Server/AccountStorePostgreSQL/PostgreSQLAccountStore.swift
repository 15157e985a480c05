#if PostgreSQL
package import AccountStore
public import Accounts

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

extension PostgreSQLAccountStore {
    /// Opens the database, brings its schema up to date and starts the pool.
    ///
    /// With a `replica`, a standby of the same database, sessions are checked there while it is known to be fresh (``ReplicaBound``). It
    /// may be away, now and later.
    ///
    /// Throws ``StoreError``: `unavailable` when the database cannot be reached or refuses the user, or when it has a replica and no
    /// bound, `newerSchema` when a newer program has changed it. Blocks the thread while it connects and migrates.
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
        let pool = ConnectionPool(address, size: size, queueLimit: queueLimit, timeouts: timeouts)
        guard let replica else { return PostgreSQLAccountStore(pool) }
        guard let bound else {
            pool.beginClosing()
            throw StoreError(
                .unavailable,
                reason:
                    "the database has no bound for replicas; ALTER DATABASE ... SET latchkey.replica_bound = '500' and start again")
        }
        let standby = Replica(replica, bound: bound, size: size, queueLimit: queueLimit, timeouts: timeouts)
        ReplicaWatch.start(standby, of: address, timeouts: timeouts)
        return PostgreSQLAccountStore(pool, replica: standby)
    }

    /// The number of the last migration that the database has seen.
    package func schemaNumber() async throws -> Int {
        try await snapshot { try $0.schemaNumber() }
    }

    /// Closes every connection once everything asked for before has ended. Whatever is asked of the store afterwards throws
    /// `unavailable`.
    package func close() async {
        await replica?.pool.close()
        await pool.close()
    }
}

extension Connection {
    /// Throws for a server on which the store's promises would not hold.
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
    /// Everything that is found wrong with the store, at most ``findingLimit`` of each sort; nothing when it is well. Reads all tables,
    /// as they stand at one moment, while reads and writes go on.
    ///
    /// What the schema forbids the database refuses by itself, as long as its constraints are in force, which is looked at; damaged pages are
    /// found by PostgreSQL's own `pg_amcheck`.
    package func check() async throws -> [StoreFinding] {
        try await snapshot { connection in
            // A look at everything takes as long as it takes.
            try connection.queue("SET LOCAL statement_timeout TO 0")
            let disabled = try connection.all(
                """
                SELECT conrelid::regclass::text, conname::text FROM pg_constraint
                WHERE connamespace = current_schema()::regnamespace AND NOT convalidated ORDER BY 1, 2
                """
            ) { "constraint \(try $0.next(as: String.self)).\(try $0.next(as: String.self)) is not in force" }
            let breaches = try StoreRule.all.flatMap { rule in
                try connection.all("\(rule.sql) LIMIT \(Self.findingLimit)") {
                    StoreFinding(.contradiction, "\(rule.breach): \(try $0.next(as: Int64.self))")
                }
            }
            return disabled.map { StoreFinding(.damage, $0) } + breaches
        }
    }

    /// As many findings of one sort as tell anybody anything.
    static let findingLimit = 100
}

extension AccountStorage {
    /// Accounts in a PostgreSQL database, for any number of servers at once. `address` is a connection URI:
    /// `postgres://user:password@host/database`. Its schema is brought up to date.
    ///
    /// Throws when it is no such URI, when the database cannot be reached or refuses the user, and when a newer version of this
    /// program has changed its schema. What crosses a network is encrypted and the server's certificate checked: a URI of a remote
    /// database with another `sslmode` than `verify-full` is rejected.
    ///
    /// - Parameter unverifiedTLS: accepts another `sslmode`. An attacker between the server and the database can then read and change
    ///   every account.
    /// - Parameter replica: a standby of the database, which checks sessions. The database must say how far it may be behind, or this
    ///   throws: `ALTER DATABASE ... SET latchkey.replica_bound = '500'`, in milliseconds. Who ends a session waits that long.
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
