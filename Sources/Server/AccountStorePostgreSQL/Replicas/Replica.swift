#if PostgreSQL
import Accounts
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

    func confirm(_ place: LogPlace) {
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
    private let latest = Mutex<LogPlace?>(nil)

    var place: LogPlace? {
        get { latest.withLock { $0 } }
        set { latest.withLock { $0 = newValue } }
    }
}
#endif
