/// What one prompt must bring: a match of the sensor, the passcode, or whichever of the two the person prefers.
package enum PresenceDemand: Hashable, Sendable {
    case biometry
    case passcode
    case either
}
