public import Foundation
import Synchronization

/// The time of a simulated device. It begins at one moment of 2026 and stands still until it is moved.
public final class SimulatedClock: Sendable {
    private let seconds = Mutex(800_000_000.0)

    init() {}

    /// The time now.
    public var now: Date { Date(timeIntervalSinceReferenceDate: secondsSinceReferenceDate) }

    /// Moves it; back where `duration` is negative.
    public func advance(by duration: Duration) {
        seconds.withLock { $0 += Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18 }
    }

    var secondsSinceReferenceDate: Double { seconds.withLock { $0 } }
}
