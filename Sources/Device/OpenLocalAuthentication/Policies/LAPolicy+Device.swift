import DeviceProtocol

extension LAPolicy {
    /// As the device's trusted side calls it.
    var authenticationPolicy: AuthenticationPolicy {
        switch self {
        case .deviceOwnerAuthenticationWithBiometrics: .biometrics
        case .deviceOwnerAuthentication: .owner
        case .deviceOwnerAuthenticationWithCompanion: .companion
        case .deviceOwnerAuthenticationWithBiometricsOrCompanion: .biometricsOrCompanion
        }
    }

    /// Whether the passcode does not meet the policy, and biometry does.
    var isBiometric: Bool {
        switch self {
        case .deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthenticationWithBiometricsOrCompanion: true
        case .deviceOwnerAuthentication, .deviceOwnerAuthenticationWithCompanion: false
        }
    }
}
