import DeviceProtocol
public import Foundation

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
    /// As no device here has companions, it is that of biometry.
    public var stateHash: Data? { biometry.stateHash }

    init(_ mechanisms: Mechanisms?) {
        biometry = LADomainStateBiometry(mechanisms)
        companion = LADomainStateCompanion()
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

/// What can be told about paired devices. A device here has none.
public final class LADomainStateCompanion: NSObject, Sendable {
    /// Empty.
    public var availableCompanionTypes: Set<LACompanionType> { [] }

    /// Nil.
    public var stateHash: Data? { nil }

    /// Nil for every type.
    public func stateHash(for companionType: LACompanionType) -> Data? { nil }

    override init() {
        super.init()
    }
}
