import DeviceProtocol
public import Foundation

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

/// The kind of a paired device. Only a simulated device is paired with one, and that is a watch.
public enum LACompanionType: Int, Sendable {
    /// A watch.
    case watch = 1
    /// A computer.
    case mac = 2
    /// A headset.
    case vision = 4
}

/// What can be told about who is enrolled, without telling who: values that are others after every change.
///
/// Keep ``stateHash`` and compare it later: another value means that a finger or a face was added or removed since. The values are others on
/// every device.
public final class LADomainState: NSObject, Sendable {
    /// That of biometry.
    public let biometry: LADomainStateBiometry
    /// That of paired devices.
    public let companion: LADomainStateCompanion

    /// Of both together. Nil where nothing is enrolled and nothing paired.
    ///
    /// Without a paired device, it is that of biometry.
    public var stateHash: Data? {
        let both = [biometry.stateHash, companion.stateHash].compactMap { $0 }
        return both.isEmpty ? nil : Data(both.joined())
    }

    init(_ mechanisms: Mechanisms?) {
        biometry = LADomainStateBiometry(mechanisms)
        companion = LADomainStateCompanion(mechanisms)
        super.init()
    }
}

/// What can be told about enrolled fingers or faces.
public final class LADomainStateBiometry: NSObject, Sendable {
    /// The kind of the sensor.
    public let biometryType: LABiometryType
    /// 32 bytes, or nil while none is enrolled. Stays as it is while biometry is locked.
    public let stateHash: Data?

    init(_ mechanisms: Mechanisms?) {
        biometryType = LABiometryType(mechanisms?.biometry ?? .none)
        stateHash = mechanisms?.biometricState.map { Data($0.bytes) }
        super.init()
    }
}

/// What can be told about paired devices.
public final class LADomainStateCompanion: NSObject, Sendable {
    /// The kinds of the paired devices, whether they are nearby or not: a watch or none.
    public let availableCompanionTypes: Set<LACompanionType>

    /// 32 bytes, others after every pairing; nil while none is paired.
    public let stateHash: Data?

    /// That of one kind; nil where none of the kind is paired.
    public func stateHash(for companionType: LACompanionType) -> Data? {
        availableCompanionTypes.contains(companionType) ? stateHash : nil
    }

    init(_ mechanisms: Mechanisms?) {
        stateHash = mechanisms?.companion.map { Data($0.pairing.bytes) }
        availableCompanionTypes = stateHash == nil ? [] : [.watch]
        super.init()
    }
}
