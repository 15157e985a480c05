package import Synchronization
package import TestKit

/// A clock that is stopped until a condition holds. Then every wait ends, or every wait of one duration.
package final class EventClock: Clock {
    package struct Instant: InstantProtocol {
        package var offset = Swift.Duration.zero
        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    package let now = Instant()
    package let minimumResolution = Swift.Duration.zero
    /// The waits that began, in order.
    package let waits = Mutex<[Duration]>([])
    private let event: Watched<Bool>
    private let time: Swift.Duration?

    package init(_ event: Watched<Bool>, endingWaitsOf time: Swift.Duration? = nil) {
        self.event = event
        self.time = time
    }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        waits.withLock { $0.append(deadline.offset) }
        await (time ?? deadline.offset == deadline.offset ? event : Watched(false)).until { $0 }
        try Task.checkCancellation()
    }
}
