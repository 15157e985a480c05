#if PostgreSQL
import Accounts
import Synchronization

/// A standby of the database that answers session checks while it is known to be fresh, and what is known of it.
final class Replica: Sendable {
    let pool: ConnectionPool
    let bound: ReplicaBound
    /// Everything committed before this moment is visible at the standby.
    private let confirmed = Mutex<ContinuousClock.Instant?>(nil)
    private let answers = Atomic(0)

    init(_ pool: ConnectionPool, bound: ReplicaBound) {
        self.pool = pool
        self.bound = bound
    }

    /// Whether a check that begins now may be answered by the standby.
    var isFresh: Bool {
        guard let moment = confirmed.withLock({ $0 }) else { return false }
        return moment.duration(to: .now) < bound.staleness
    }

    func confirm(_ moment: ContinuousClock.Instant) {
        confirmed.withLock { $0 = moment }
    }

    /// How many checks it has answered.
    var answerCount: Int { answers.load(ordering: .relaxed) }

    func countAnswer() {
        answers.add(1, ordering: .relaxed)
    }
}
#endif
