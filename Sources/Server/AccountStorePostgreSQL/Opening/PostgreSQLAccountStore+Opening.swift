#if PostgreSQL
import Accounts

extension PostgreSQLAccountStore {
    /// Opens the database, brings its schema up to date and starts the pool.
    ///
    /// Throws ``StoreError``: `unavailable` when the database cannot be reached or refuses the user, `newerSchema` when a newer
    /// program has changed it. Blocks the thread while it connects and migrates.
    package static func open(
        _ address: ConnectionAddress, connections: Int = 8, queueLimit: Int = 1_024, timeouts: Timeouts = Timeouts(),
        file: String = #fileID, line: Int = #line
    ) throws -> PostgreSQLAccountStore {
        do {
            let connection = try Connection.open(to: address, timeouts: timeouts)
            try connection.checkServer()
            try connection.migrate()
        } catch {
            throw StoreError.explaining(error, file: file, line: line)
        }
        return PostgreSQLAccountStore(
            ConnectionPool(address, size: max(1, connections), queueLimit: queueLimit, timeouts: timeouts))
    }

    /// The number of the last migration that the database has seen.
    package func schemaNumber() async throws -> Int {
        try await snapshot { try $0.schemaNumber() }
    }

    /// Closes every connection once everything asked for before has ended. Whatever is asked of the store afterwards throws
    /// `unavailable`.
    package func close() async {
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
