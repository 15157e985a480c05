/// What an evaluation asks of a person: ``LAContext/evaluatePolicy(_:localizedReason:reply:)``.
public enum LAPolicy: Int, Sendable {
    /// Biometry alone. The fallback button ends the evaluation, with ``LAError/userFallback``.
    case deviceOwnerAuthenticationWithBiometrics = 1
    /// Biometry, or the passcode: where there is no usable biometry, after too many failures, and behind the fallback button. A confirmation on the paired
    /// watch does as well.
    case deviceOwnerAuthentication = 2
    /// A confirmation on the paired watch. Where none is paired, worn, unlocked and nearby: ``LAError/companionNotAvailable``.
    case deviceOwnerAuthenticationWithCompanion = 3
    /// Biometry, or a confirmation on the paired watch, whichever comes first. Without a watch nearby it is biometry alone, and without usable biometry the
    /// watch alone.
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
