import PasswordManager
import PasswordStrength
import Synchronization

/// What a simulated device knows of sites and of leaks without asking anybody: nothing, until somebody gives it files, or a test says it.
final class KnownSites: Sendable {
    private struct State {
        var quirks = SiteQuirks()
        var leaked: [String: Int] = [:]
        var ranges: (any LeakedPasswordSource)?
    }

    private let state = Mutex(State())

    var quirks: SiteQuirks {
        get { state.withLock(\.quirks) }
        set { state.withLock { $0.quirks = newValue } }
    }

    /// What a test says of leaks.
    var leaked: [String: Int] {
        get { state.withLock(\.leaked) }
        set { state.withLock { $0.leaked = newValue } }
    }

    /// Where passwords are looked up among the leaked ones, besides.
    func lookUp(in ranges: (any LeakedPasswordSource)?) {
        state.withLock { $0.ranges = ranges }
    }

    /// In the order in which they are asked.
    var leaks: [any LeakedPasswordSource] {
        state.withLock { state in
            (state.leaked.isEmpty ? [] : [SimulatedLeaks(state.leaked)]) + (state.ranges.map { [$0] } ?? [])
        }
    }
}
