#if PostgreSQL
import AccountStore
import Accounts

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
#endif
