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

/// Why a sensor cannot be used, for the device's owner.
package enum SensorObstacle: String, Hashable, Sendable, CaseIterable {
    case noBus = "there is no system bus"
    case noService = "fprintd is not there"
    case noReader = "there is no fingerprint reader"
    case inUse = "another program uses the fingerprint reader"
    case denied = "fprintd does not let this user verify fingers"
    case unplugged = "the fingerprint reader was unplugged"
    case failed = "the fingerprint reader failed"
    case stopped = "fprintd ended meanwhile"
    case silent = "fprintd does not answer"
    case nobodyEnrolled = "no finger is enrolled any more"
    case unrecorded = "the changed set of fingers cannot be recorded"
}

/// The fingers that a sensor knows, as its driver names them.
package struct EnrolledSet: Hashable, Sendable {
    /// The sensor's own name: other fingers are enrolled with another sensor.
    package let sensor: String
    /// Sorted, each once.
    package let names: [String]

    package init(sensor: String, names: some Sequence<String>) {
        self.sensor = sensor
        self.names = Set(names).sorted()
    }

    /// One spelling for each set, and another for every other.
    package var bytes: [UInt8] {
        ([sensor] + names).flatMap { text in
            let text = Array(text.utf8)
            return withUnsafeBytes(of: UInt32(truncatingIfNeeded: text.count).bigEndian) { Array($0) } + text
        }
    }
}

/// Which fingers or faces are enrolled, as a number that only grows: it is another one after every enrolment and every removal.
package struct BiometricSet: Hashable, Sendable {
    package let generation: UInt64

    /// A set that no match is of: for while it cannot be said which one it is.
    static let unknown = BiometricSet(generation: .max)

    package init(generation: UInt64) {
        self.generation = generation
    }
}
