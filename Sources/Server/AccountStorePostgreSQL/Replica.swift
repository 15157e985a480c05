#if PostgreSQL
import AccountStore
import Accounts
import Foundation
import Synchronization

/// A standby of the database that answers session checks while it is known to be fresh, and what is known of it.
final class Replica: Sendable {
    let pool: ConnectionPool
    let bound: ReplicaBound
    private let confirmed: ConfirmedPlace
    private let answers = Atomic(0)

    /// - Parameter timeouts: those of the primary's pool. Here they are cut to what a check may cost while the standby is away.
    init(_ address: ConnectionAddress, bound: ReplicaBound, size: Int, queueLimit: Int, timeouts: Timeouts) {
        self.bound = bound
        // Waiting for a standby longer than it may be behind helps nobody: the primary is asked then.
        var brief = timeouts
        brief.operation = min(brief.operation, bound.staleness)
        brief.connecting = min(brief.connecting, max(bound.staleness, .seconds(1)))
        brief.answer = min(brief.answer, max(bound.staleness, .seconds(1)))
        let confirmed = ConfirmedPlace()
        self.confirmed = confirmed
        // An address may mean several standbys, and the watch may have asked another than the one that a connection of the pool leads to.
        pool = ConnectionPool(address, size: size, queueLimit: queueLimit, timeouts: brief) { confirmed.place?.proof }
    }

    /// Whether a check that begins now may be answered by the standby.
    var isFresh: Bool {
        guard let moment = confirmed.place?.moment else { return false }
        return moment.duration(to: .now) < bound.staleness
    }

    func confirm(_ place: WALPosition) {
        confirmed.place = place
    }

    /// How many checks it has answered.
    var answerCount: Int { answers.load(ordering: .relaxed) }

    func countAnswer() {
        answers.add(1, ordering: .relaxed)
    }
}

/// The place up to which a standby was last seen to have everything.
private final class ConfirmedPlace: Sendable {
    private let latest = Mutex<WALPosition?>(nil)

    var place: WALPosition? {
        get { latest.withLock { $0 } }
        set { latest.withLock { $0 = newValue } }
    }
}

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

/// How far the primary's log was on the disk at a moment. Everything acknowledged before the moment stands before the place.
struct WALPosition: Sendable {
    let moment: ContinuousClock.Instant
    let position: String
    /// Which history of the log the position counts in (PostgreSQL documentation, section 26.3.5).
    let timeline: Int
    /// Which database cluster's log it is.
    let cluster: String

    /// Asks a standby whether it has everything before the place. One that was promoted follows nobody any more, and one that was left behind by
    /// a failover counts its places in another history.
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
    /// Asks the primary. The moment is taken before.
    init(of primary: Connection) throws {
        moment = .now
        let row = try primary.first(
            """
            SELECT pg_current_wal_flush_lsn()::text, timeline_id::bigint, system_identifier::text
            FROM pg_control_checkpoint(), pg_control_system()
            """
        ) { (try $0.next(as: String.self), try $0.next(as: Int.self), try $0.next(as: String.self)) }
        guard let row else { throw PostgreSQLError(cause: .connectionLost, message: "the primary does not say where it is") }
        (position, timeline, cluster) = row
    }
}

/// A thread that finds out, several times within the bound, up to which moment the standby has everything: it notes the time, asks the
/// primary how far its log is on the disk, and waits until the standby has replayed as much. Whatever had been acknowledged by the time
/// noted is in the log before that place.
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
    static func start(_ replica: Replica, of primary: ConnectionAddress, timeouts: Timeouts) {
        let thread = Thread {
            let watch = ReplicaWatch(primary: primary, replica: replica, timeouts: timeouts)
            while !replica.pool.isClosed {
                if (try? watch.look()) == nil { watch.disconnect() }
                Thread.sleep(forTimeInterval: watch.pause)
            }
        }
        thread.name = "latchkey-pg-replica"
        thread.start()
    }

    private func look() throws {
        let primary = try connection(&primaryConnection, to: primary)
        let standby = try connection(&standbyConnection, to: replica.pool.address)
        let place = try WALPosition(of: primary)
        let proof = place.proof
        while place.moment.duration(to: .now) < replica.bound.staleness {
            let answer = try standby.answers(to: [proof])[0].get()
            if try answer.first({ try $0.nextIfPresent(as: Bool.self) }) == true { return replica.confirm(place) }
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
