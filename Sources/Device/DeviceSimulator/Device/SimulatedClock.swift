public import Foundation
import Synchronization

/// The time of a simulated device. It begins at one moment of 2026 and stands still until it is moved.
public final class SimulatedClock: Sendable {
    private let seconds: Mutex<Double>
    private let moved: @Sendable (Double) -> Void

    /// - Parameters:
    ///   - start: seconds since 2001-01-01T00:00:00Z; nil: 2026-05-09T06:13:20Z.
    ///   - moved: told the new time, whenever it is moved.
    init(startingAt start: Double? = nil, moved: @escaping @Sendable (Double) -> Void = { _ in }) {
        seconds = Mutex(start ?? 800_000_000)
        self.moved = moved
    }

    /// The time now.
    public var now: Date { Date(timeIntervalSinceReferenceDate: secondsSinceReferenceDate) }

    /// Moves it; back where `duration` is negative.
    public func advance(by duration: Duration) {
        seconds.withLock { seconds in
            seconds += Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
            moved(seconds)
        }
    }

    var secondsSinceReferenceDate: Double { seconds.withLock { $0 } }
}
