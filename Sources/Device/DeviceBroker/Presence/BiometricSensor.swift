package import DeviceProtocol

/// A sensor that reports whether the user is one of the enrolled ones.
package protocol BiometricSensor: Sendable {
    /// The current state. Reading it may block briefly to query the sensor's driver, but never waits for the user.
    var sensorState: SensorState { get }

    /// Watches until the sensor has one report, or until the returned closure is called. Must not block, and may report
    /// immediately.
    func watch(_ report: @escaping @Sendable (SensorEvent) -> Void) -> @Sendable () -> Void
}

/// The state of a sensor: whether it is usable, and its enrolment.
package enum SensorState: Hashable, Sendable {
    /// The device has no sensor.
    case absent
    /// The device may have a sensor, but it is not usable now.
    case unusable(SensorObstacle)
    case usable(Mechanisms.BiometryKind, SensorEnrolment)
}

/// The enrolment of a sensor.
package enum SensorEnrolment: Hashable, Sendable {
    /// The enrolment of a sensor whose owner announces every change with ``Device/enrolmentChanged()``.
    case announced(isEmpty: Bool)
    /// The enrolment of a sensor whose set other programs change without notice, so that the device observes it.
    case observed(EnrolledSet)

    package var isEmpty: Bool {
        switch self {
        case .announced(let isEmpty): isEmpty
        case .observed(let set): set.names.isEmpty
        }
    }
}

/// A report of the sensor, with its circumstances.
package struct SensorEvent: Hashable, Sendable {
    package let report: SensorReport
    /// The set that was enrolled during the report, for a sensor whose set other programs change.
    package let enrolled: EnrolledSet?
    /// The reason why the sensor was lost.
    package let obstacle: SensorObstacle?

    package init(_ report: SensorReport, enrolled: EnrolledSet? = nil, obstacle: SensorObstacle? = nil) {
        self.report = report
        self.enrolled = enrolled
        self.obstacle = obstacle
    }
}

package enum SensorReport: String, Hashable, Sendable, CaseIterable {
    case matched
    case notMatched = "not-matched"
    /// No finger or face was presented in time.
    case timedOut = "timed-out"
    /// The sensor was removed or is no longer usable.
    case lost
}

/// The reason why a sensor is not usable, for the device's owner.
package enum SensorObstacle: String, Hashable, Sendable, CaseIterable {
    case noBus = "cannot connect to the system bus"
    case noService = "fprintd is not available"
    case noReader = "no fingerprint reader was found"
    case inUse = "another program uses the fingerprint reader"
    case denied = "fprintd denies this user the verification of fingers"
    case unplugged = "the fingerprint reader was unplugged"
    case failed = "the fingerprint reader failed"
    case stopped = "fprintd stopped"
    case silent = "fprintd does not respond"
    case noEnrolment = "no finger is enrolled any more"
    case unrecorded = "cannot record the changed set of fingers"
}

/// The fingers that a sensor knows, by the names of its driver.
package struct EnrolledSet: Hashable, Sendable {
    /// The sensor's name. Another sensor has another set.
    package let sensor: String
    /// The names, sorted and without duplicates.
    package let names: [String]

    package init(sensor: String, names: some Sequence<String>) {
        self.sensor = sensor
        self.names = Set(names).sorted()
    }

    /// A unique encoding of the set.
    package var bytes: [UInt8] {
        ([sensor] + names).flatMap { text in
            let text = Array(text.utf8)
            return withUnsafeBytes(of: UInt32(truncatingIfNeeded: text.count).bigEndian) { Array($0) } + text
        }
    }
}

/// The current set of enrolled fingers or faces, as a number that grows with every enrolment and removal.
package struct BiometricSet: Hashable, Sendable {
    package let generation: UInt64

    /// A set that no match belongs to, for use while the current set is unknown.
    static let unknown = BiometricSet(generation: .max)

    package init(generation: UInt64) {
        self.generation = generation
    }
}
