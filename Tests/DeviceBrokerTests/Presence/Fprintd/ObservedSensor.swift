import DeviceProtocol
import Synchronization

@testable import DeviceBroker

/// A sensor with an observed enrolment, which reports what a test has set.
final class ObservedSensor: BiometricSensor {
    private struct State {
        var standing: SensorStanding
        var sightings: [Sighting] = []
    }

    private let state: Mutex<State>

    init(_ names: [String] = ["thumb"]) {
        state = Mutex(State(standing: Self.standing(names)))
    }

    var standing: SensorStanding { state.withLock(\.standing) }

    func enrol(_ names: [String]) {
        state.withLock { $0.standing = Self.standing(names) }
    }

    func become(_ standing: SensorStanding) {
        state.withLock { $0.standing = standing }
    }

    func willSee(_ sighting: Sighting) {
        state.withLock { $0.sightings.append(sighting) }
    }

    func watch(_ report: @escaping @Sendable (Sighting) -> Void) -> @Sendable () -> Void {
        if let sighting = state.withLock({ $0.sightings.isEmpty ? nil : $0.sightings.removeFirst() }) { report(sighting) }
        return {}
    }

    static func set(_ names: [String]) -> EnrolledSet { EnrolledSet(sensor: "observed", names: names) }

    private static func standing(_ names: [String]) -> SensorStanding { .usable(.fingerprint, .observed(set(names))) }
}
