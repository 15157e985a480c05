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

    /// Whether nothing but biometry meets the policy on a device without companions.
    var isBiometric: Bool {
        switch self {
        case .deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthenticationWithBiometricsOrCompanion: true
        case .deviceOwnerAuthentication, .deviceOwnerAuthenticationWithCompanion: false
        }
    }
}
