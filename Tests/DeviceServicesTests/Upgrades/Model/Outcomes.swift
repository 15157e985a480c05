import DeviceProtocol
import Synchronization

/// The outcomes of several upgrades.
final class Outcomes: Sendable {
    private let all = Mutex<[ModificationOutcome]>([])

    func add(_ outcome: ModificationOutcome) { all.withLock { $0.append(outcome) } }

    var count: Int { all.withLock(\.count) }
    var done: Int { all.withLock { $0.count { if case .done = $0 { true } else { false } } } }
}
