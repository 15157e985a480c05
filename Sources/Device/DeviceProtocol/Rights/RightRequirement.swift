/// What authorises a right (`LAAuthenticationRequirement`).
package enum RightRequirement: UInt8, WireValue, CaseIterable, Sendable {
    /// Biometry, the passcode, or a confirmation on the paired watch.
    case userPresence = 1
    case biometry = 2
    case biometryCurrentSet = 3
    /// Biometry, and the passcode where biometry fails or is not there.
    case biometryOrPasscode = 4

    package var constraints: Set<AccessConstraint> {
        switch self {
        case .userPresence: [.userPresence]
        case .biometry: [.biometryAny]
        case .biometryCurrentSet: [.biometryCurrentSet]
        case .biometryOrPasscode: [.biometryAny, .devicePasscode]
        }
    }

    package var combination: AccessControl.Combination {
        self == .biometryOrPasscode ? .any : .all
    }
}
