import DeviceProtocol
import Synchronization

@testable import DeviceBroker

/// A sensor with an observed enrolment, which reports what a test has set.
final class ObservedSensor: BiometricSensor {
    private struct State {
        var sensorState: SensorState
        var sensorEvents: [SensorEvent] = []
    }

    private let state: Mutex<State>

    init(_ names: [String] = ["thumb"]) {
        state = Mutex(State(sensorState: Self.sensorState(names)))
    }

    var sensorState: SensorState { state.withLock(\.sensorState) }

    func enrol(_ names: [String]) {
        state.withLock { $0.sensorState = Self.sensorState(names) }
    }

    func become(_ sensorState: SensorState) {
        state.withLock { $0.sensorState = sensorState }
    }

    func willSee(_ sensorEvent: SensorEvent) {
        state.withLock { $0.sensorEvents.append(sensorEvent) }
    }

    func watch(_ report: @escaping @Sendable (SensorEvent) -> Void) -> @Sendable () -> Void {
        if let sensorEvent = state.withLock({ $0.sensorEvents.isEmpty ? nil : $0.sensorEvents.removeFirst() }) {
            report(sensorEvent)
        }
        return {}
    }

    static func set(_ names: [String]) -> EnrolledSet { EnrolledSet(sensor: "observed", names: names) }

    private static func sensorState(_ names: [String]) -> SensorState { .usable(.fingerprint, .observed(set(names))) }
}
