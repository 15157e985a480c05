package import DeviceProtocol

/// A sensor that tells whether the person before it is one of those enrolled.
package protocol BiometricSensor: Sendable {
    var kind: Mechanisms.BiometryKind { get }
    var isEnrolled: Bool { get }

    /// Watches until it has something to report, once, or until what it returns is called. It must not block, and may report at once.
    func watch(_ report: @escaping @Sendable (SensorReport) -> Void) -> @Sendable () -> Void
}

package enum SensorReport: String, Hashable, Sendable, CaseIterable {
    case matched
    case notMatched = "not-matched"
    /// Nobody came in time.
    case timedOut = "timed-out"
    /// The sensor is gone, or can no longer be used.
    case lost
}
