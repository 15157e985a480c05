import Accounts
import Synchronization

/// A clock that a test advances.
final class ManualClock: Sendable {
    private let moment = Mutex(Timestamp(seconds: 1_800_000_000))

    var now: Timestamp { moment.withLock { $0 } }

    func advance(by duration: Duration) {
        moment.withLock { $0 = $0 + duration }
    }
}
