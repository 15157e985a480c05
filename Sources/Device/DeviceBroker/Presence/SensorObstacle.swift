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
