#if PostgreSQL
import AccountStore
import Accounts

/// How far behind a replica may be that answers session checks. It is one for all servers of a database, so it stands in the database:
/// `ALTER DATABASE accounts SET latchkey.replica_bound = '500'`, in milliseconds. Without it no replica may answer anything.
///
/// Whoever ends a session waits this long before saying so, and whoever reads from a replica knows that it has everything committed up to
/// this long ago. So nobody is told that a session has ended while any server still takes it. No two clocks are compared: each server
/// measures durations by its own.
struct ReplicaBound: Hashable, Sendable {
    /// How old the last moment may be up to which a replica is known to have everything.
    let staleness: Duration

    /// How long an end of a session is kept back: longer by an eighth, for clocks that do not run alike.
    var wait: Duration { staleness + staleness / 8 }

    /// Below, a replica could never be confirmed in time; above, people would wait for signing out.
    static let range: ClosedRange<Int> = 100...10_000

    init(milliseconds: Int) {
        // What cannot be right is taken to mean the longest: whoever waits too long does no harm.
        staleness = .milliseconds(Self.range.contains(milliseconds) ? milliseconds : Self.range.upperBound)
    }
}

extension Connection {
    /// The bound that the database has now, nil without one. It is read where it stands, and not as a setting of the session, which would
    /// be what it was when the connection was made.
    func replicaBound() throws -> ReplicaBound? {
        try first(
            """
            SELECT substr(entry, strpos(entry, '=') + 1) FROM pg_db_role_setting, unnest(setconfig) AS entry
            WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database()) AND setrole = 0
                AND starts_with(entry, 'latchkey.replica_bound=')
            """
        ) { ReplicaBound(milliseconds: Int(try $0.next(as: String.self)) ?? 0) }
    }
}
#endif
