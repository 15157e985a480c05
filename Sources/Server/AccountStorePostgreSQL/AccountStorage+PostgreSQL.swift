#if PostgreSQL
public import Accounts

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
