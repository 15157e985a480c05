import Dispatch
import Synchronization

@testable import DeviceBroker

/// The reports of a sensor, in order.
final class SightingLog: Sendable {
    private let sightings = Mutex<[Sighting]>([])
    private let arrival = DispatchSemaphore(value: 0)

    func put(_ sighting: Sighting) {
        sightings.withLock { $0.append(sighting) }
        arrival.signal()
    }

    var all: [Sighting] { sightings.withLock(\.self) }

    /// Blocks until there is a report.
    func first() -> Sighting {
        arrival.wait()
        arrival.signal()
        return sightings.withLock { $0[0] }
    }
}
