#if PostgreSQL
import AccountStore
import Accounts
import Foundation
import Synchronization
import Threads

/// A standby of the database that answers session checks while it is known to be fresh.
final class Replica: Sendable {
    let pool: ConnectionPool
    let bound: ReplicaBound
    private let confirmed: ConfirmedPosition
    private let answers = Atomic(0)

    /// - Parameter timeouts: the timeouts of the primary's pool. They are shortened so that a check does not wait long for an
    ///   unreachable standby.
    init(_ address: ConnectionAddress, bound: ReplicaBound, size: Int, queueLimit: Int, timeouts: Timeouts) throws {
        self.bound = bound
        // Waiting for the standby longer than its bound is useless, because the primary must then answer anyway.
        var brief = timeouts
        brief.operation = min(brief.operation, bound.staleness)
        brief.connecting = min(brief.connecting, max(bound.staleness, .seconds(1)))
        brief.answer = min(brief.answer, max(bound.staleness, .seconds(1)))
        let confirmed = ConfirmedPosition()
        self.confirmed = confirmed
        // The address may mean several standbys, and the watch may have asked another one than the pool's connections lead to.
        pool = try ConnectionPool(address, size: size, queueLimit: queueLimit, timeouts: brief) { confirmed.position?.proof }
    }

    /// Whether the standby may answer a check that starts now.
    var isFresh: Bool {
        guard let moment = confirmed.position?.moment else { return false }
        return moment.duration(to: .now) < bound.staleness
    }

    func confirm(_ position: WALPosition) {
        confirmed.position = position
    }

    /// The number of checks that the standby has answered.
    var answerCount: Int { answers.load(ordering: .relaxed) }

    func countAnswer() {
        answers.add(1, ordering: .relaxed)
    }
}

/// The WAL position that a standby was last confirmed to have replayed.
private final class ConfirmedPosition: Sendable {
    private let latest = Mutex<WALPosition?>(nil)

    var position: WALPosition? {
        get { latest.withLock { $0 } }
        set { latest.withLock { $0 = newValue } }
    }
}

/// The maximum lag of a replica that answers session checks. It applies to all servers of a database and is therefore stored in it:
/// `ALTER DATABASE accounts SET latchkey.replica_bound = '500'`, in milliseconds. Without it no replica answers checks.
///
/// A request that ends a session waits this long before it returns, and a replica is only read if it has everything that was
/// committed up to this long ago. When a client learns that a session has ended, no server accepts it any more. No clocks are
/// compared: each server measures durations with its own clock.
struct ReplicaBound: Hashable, Sendable {
    /// The maximum age of the time up to which a replica is known to be complete.
    let staleness: Duration

    /// The delay before the end of a session is confirmed. It exceeds `staleness` by an eighth, for clocks that run at different
    /// rates.
    var wait: Duration { staleness + staleness / 8 }

    /// Below this range a replica could never be confirmed in time; above it, signing out would take too long.
    static let range: ClosedRange<Int> = 100...10_000

    init(milliseconds: Int) {
        // An invalid value counts as the maximum, which is always safe.
        staleness = .milliseconds(Self.range.contains(milliseconds) ? milliseconds : Self.range.upperBound)
    }
}

extension Connection {
    /// Returns the current bound of the database, or nil. It is read from the catalog and not as a setting of the session, which
    /// keeps the value from the time of the connection.
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

/// The position up to which the primary's log was on disk at a given time. Everything acknowledged before that time precedes the
/// position.
struct WALPosition: Sendable {
    let moment: ContinuousClock.Instant
    let position: String
    /// The timeline that the position belongs to (PostgreSQL documentation, section 26.3.5).
    let timeline: Int
    /// The database cluster that the log belongs to.
    let cluster: String

    /// Checks whether a standby has replayed everything before the position. The check fails on a promoted server, which no longer
    /// follows a primary, and on one left behind by a failover, whose positions belong to another timeline.
    var proof: StoreStatement {
        StoreStatement(
            """
            SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::text::pg_lsn
                AND (SELECT min_recovery_end_timeline = $2 FROM pg_control_recovery())
                AND (SELECT system_identifier::text = $3 FROM pg_control_system())
            """, [position, timeline, cluster])
    }
}

extension WALPosition {
    /// Reads the position from the primary. Reads the clock first.
    init(of primary: Connection) throws {
        moment = .now
        let row = try primary.first(
            """
            SELECT pg_current_wal_flush_lsn()::text, timeline_id::bigint, system_identifier::text
            FROM pg_control_checkpoint(), pg_control_system()
            """
        ) { (try $0.next(as: String.self), try $0.next(as: Int.self), try $0.next(as: String.self)) }
        guard let row else { throw PostgreSQLError(cause: .connectionLost, message: "the primary did not report its WAL position") }
        (position, timeline, cluster) = row
    }
}

/// A thread that determines, several times within the bound, up to which time the standby is complete. It notes the time, reads the
/// primary's WAL position, and waits until the standby has replayed up to it. Everything acknowledged before the noted time
/// precedes that position.
final class ReplicaWatch {
    private let primary: ConnectionAddress
    private let replica: Replica
    private let timeouts: Timeouts
    private var primaryConnection: Connection?
    private var standbyConnection: Connection?

    private init(primary: ConnectionAddress, replica: Replica, timeouts: Timeouts) {
        self.primary = primary
        self.replica = replica
        self.timeouts = timeouts
    }

    /// Watches until the replica's pool is closed.
    ///
    /// - Throws: ``StoreError`` with `unavailable` if no thread starts.
    static func start(_ replica: Replica, of primary: ConnectionAddress, timeouts: Timeouts) throws {
        let isStarted = WorkerThread.start {
            let watch = ReplicaWatch(primary: primary, replica: replica, timeouts: timeouts)
            while !replica.pool.isClosed {
                if (try? watch.look()) == nil { watch.disconnect() }
                Thread.sleep(forTimeInterval: watch.pause)
            }
        }
        guard isStarted else { throw StoreError(.unavailable, reason: "no thread for the replica can be created") }
    }

    private func look() throws {
        let primary = try connection(&primaryConnection, to: primary)
        let standby = try connection(&standbyConnection, to: replica.pool.address)
        let position = try WALPosition(of: primary)
        let proof = position.proof
        while position.moment.duration(to: .now) < replica.bound.staleness {
            let answer = try standby.answers(to: [proof])[0].get()
            if try answer.first({ try $0.nextIfPresent(as: Bool.self) }) == true { return replica.confirm(position) }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    private func connection(_ kept: inout Connection?, to address: ConnectionAddress) throws -> Connection {
        if let kept, kept.isUsable { return kept }
        let made = try Connection.open(to: address, timeouts: timeouts)
        kept = made
        return made
    }

    private func disconnect() {
        primaryConnection = nil
        standbyConnection = nil
    }

    private var pause: Double {
        let (seconds, attoseconds) = (replica.bound.staleness / 8).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
#endif
