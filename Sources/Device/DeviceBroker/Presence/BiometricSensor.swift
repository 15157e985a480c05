package import DeviceProtocol

/// A sensor that tells whether the person before it is one of those enrolled.
package protocol BiometricSensor: Sendable {
    /// How it stands now. Whoever drives the sensor may have to be asked, so that it can block for a moment; it never waits for a person.
    var standing: SensorStanding { get }

    /// Watches until it has something to report, once, or until what it returns is called. It must not block, and may report at once.
    func watch(_ report: @escaping @Sendable (Sighting) -> Void) -> @Sendable () -> Void
}

/// Whether a sensor can be used, and who is enrolled.
package enum SensorStanding: Hashable, Sendable {
    /// There is none.
    case absent
    /// There may be one, but it cannot be used now.
    case unusable(SensorObstacle)
    case usable(Mechanisms.BiometryKind, SensorEnrolment)
}

/// Who is enrolled with a sensor.
package enum SensorEnrolment: Hashable, Sendable {
    /// Whoever changes the set says so, by ``Device/enrolmentChanged()``.
    case announced(isEmpty: Bool)
    /// Others change the set and tell nobody: it is looked at.
    case observed(EnrolledSet)

    package var isEmpty: Bool {
        switch self {
        case .announced(let isEmpty): isEmpty
        case .observed(let set): set.names.isEmpty
        }
    }
}

/// What a sensor saw, with what is known beside it.
package struct Sighting: Hashable, Sendable {
    package let report: SensorReport
    /// Who was enrolled while it looked, for a sensor whose set others change.
    package let enrolled: EnrolledSet?
    /// Why it is lost.
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
    /// Nobody came in time.
    case timedOut = "timed-out"
    /// The sensor is gone, or can no longer be used.
    case lost
}
