import DeviceProtocol

/// The kind of biometry that a device has.
public enum LABiometryType: Int, Sendable {
    /// No sensor.
    case none = 0
    /// Fingerprints.
    case touchID = 1
    /// The face.
    case faceID = 2
    /// The iris.
    case opticID = 4

    /// No sensor, by its older name.
    @available(*, deprecated, renamed: "none")
    public static var LABiometryNone: LABiometryType { .none }
}

extension LABiometryType {
    init(_ kind: Mechanisms.BiometryKind) {
        self =
            switch kind {
            case .none: .none
            case .fingerprint: .touchID
            case .face: .faceID
            case .iris: .opticID
            }
    }
}
