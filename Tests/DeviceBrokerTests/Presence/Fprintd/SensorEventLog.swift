import Dispatch
import Synchronization

@testable import DeviceBroker

/// The reports of a sensor, in order.
final class SensorEventLog: Sendable {
    private let sensorEvents = Mutex<[SensorEvent]>([])
    private let arrival = DispatchSemaphore(value: 0)

    func put(_ sensorEvent: SensorEvent) {
        sensorEvents.withLock { $0.append(sensorEvent) }
        arrival.signal()
    }

    var all: [SensorEvent] { sensorEvents.withLock(\.self) }

    /// Blocks until there is a report.
    func first() -> SensorEvent {
        arrival.wait()
        arrival.signal()
        return sensorEvents.withLock { $0[0] }
    }
}
