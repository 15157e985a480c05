/// What an evaluation asks of a person: ``LAContext/evaluatePolicy(_:localizedReason:reply:)``.
public enum LAPolicy: Int, Sendable {
    /// Biometry alone. The fallback button ends the evaluation, with ``LAError/userFallback``.
    case deviceOwnerAuthenticationWithBiometrics = 1
    /// Biometry, or the passcode: where there is no usable biometry, after too many failures, and behind the fallback button.
    case deviceOwnerAuthentication = 2
    /// A paired device nearby. A device here has none: ``LAError/companionNotAvailable``.
    case deviceOwnerAuthenticationWithCompanion = 3
    /// Biometry, or a paired device nearby. A device here has none, so: biometry.
    case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4

    /// A paired device nearby, by its older name.
    @available(*, deprecated, renamed: "deviceOwnerAuthenticationWithCompanion")
    public static var deviceOwnerAuthenticationWithWatch: LAPolicy { .deviceOwnerAuthenticationWithCompanion }
    /// Biometry or a paired device nearby, by its older name.
    @available(*, deprecated, renamed: "deviceOwnerAuthenticationWithBiometricsOrCompanion")
    public static var deviceOwnerAuthenticationWithBiometricsOrWatch: LAPolicy {
        .deviceOwnerAuthenticationWithBiometricsOrCompanion
    }
}
