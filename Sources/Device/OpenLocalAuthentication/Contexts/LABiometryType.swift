import DeviceProtocol
public import Foundation

/// The type of biometry that a device supports.
public enum LABiometryType: Int, Sendable {
    /// No biometry.
    case none = 0
    /// Touch ID: fingerprints.
    case touchID = 1
    /// Face ID: the face.
    case faceID = 2
    /// Optic ID: the iris.
    case opticID = 4

    /// The older name of ``none``.
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

/// The type of a paired device. Only a simulated device has one, which is a watch.
public enum LACompanionType: Int, Sendable {
    /// A watch.
    case watch = 1
    /// A computer.
    case mac = 2
    /// A headset.
    case vision = 4
}

/// The state of enrolled biometry and paired devices, as values that change with every change of the enrolment.
///
/// Store ``stateHash`` and compare it later. A different value means that a finger or face was added or removed. The values
/// differ between devices.
public final class LADomainState: NSObject, Sendable {
    /// The state of biometry.
    public let biometry: LADomainStateBiometry
    /// The state of paired devices.
    public let companion: LADomainStateCompanion

    /// The combined hash. Nil if nothing is enrolled or paired.
    ///
    /// Without a paired device, it equals that of biometry.
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

/// The state of enrolled fingers or faces.
public final class LADomainStateBiometry: NSObject, Sendable {
    /// The type of the sensor.
    public let biometryType: LABiometryType
    /// 32 bytes, or nil if nothing is enrolled. Does not change while biometry is locked.
    public let stateHash: Data?

    init(_ mechanisms: Mechanisms?) {
        biometryType = LABiometryType(mechanisms?.biometry ?? .none)
        stateHash = mechanisms?.biometricState.map { Data($0.bytes) }
        super.init()
    }
}

/// The state of paired devices.
public final class LADomainStateCompanion: NSObject, Sendable {
    /// The types of the paired devices, nearby or not: a watch or none.
    public let availableCompanionTypes: Set<LACompanionType>

    /// 32 bytes that change with every pairing, or nil if no device is paired.
    public let stateHash: Data?

    /// Returns the hash for one type. Returns nil if no device of the type is paired.
    public func stateHash(for companionType: LACompanionType) -> Data? {
        availableCompanionTypes.contains(companionType) ? stateHash : nil
    }

    init(_ mechanisms: Mechanisms?) {
        stateHash = mechanisms?.companion.map { Data($0.pairing.bytes) }
        availableCompanionTypes = stateHash == nil ? [] : [.watch]
        super.init()
    }
}
