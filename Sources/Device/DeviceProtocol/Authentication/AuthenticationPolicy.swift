/// The policies of `LAPolicy`, by Apple's raw values.
package enum AuthenticationPolicy: UInt8, WireValue, CaseIterable, Sendable {
    case biometrics = 1
    case owner = 2
    case companion = 3
    case biometricsOrCompanion = 4
}
