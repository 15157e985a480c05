import DeviceProtocol
public import Foundation

extension LAEnvironment {
    /// With what a person can be authenticated, at one moment.
    public final class State: NSObject, NSCopying, Sendable {
        /// Nil on a device without a sensor.
        public let biometry: MechanismBiometry?
        /// Nil without a device.
        public let userPassword: MechanismUserPassword?
        /// The paired devices: a watch or none.
        public let companions: [MechanismCompanion]

        /// All of them.
        public var allMechanisms: [Mechanism] {
            [biometry, userPassword].compactMap { (mechanism: Mechanism?) in mechanism } + companions
        }

        init(_ mechanisms: Mechanisms?) {
            biometry = mechanisms.flatMap { $0.biometry == .none ? nil : MechanismBiometry($0) }
            userPassword = mechanisms.map { MechanismUserPassword(isSet: $0.hasPasscode) }
            companions = mechanisms?.companion.map { [MechanismCompanion($0)] } ?? []
            super.init()
        }

        /// Itself: it never changes.
        public func copy(with zone: NSZone? = nil) -> Any { self }
    }

    /// One way to authenticate a person.
    public class Mechanism: NSObject, @unchecked Sendable {
        // Unchecked because of its subclasses, which are those of this file: all of them have constants only.

        /// Whether it would work now.
        public let isUsable: Bool
        /// What it is called.
        public let localizedName: String
        /// Its symbol, by Apple's names.
        public let iconSystemName: String

        init(isUsable: Bool, localizedName: String, iconSystemName: String) {
            self.isUsable = isUsable
            self.localizedName = localizedName
            self.iconSystemName = iconSystemName
            super.init()
        }
    }

    /// Fingers or faces.
    public final class MechanismBiometry: Mechanism, @unchecked Sendable {
        /// The kind of the sensor.
        public let biometryType: LABiometryType
        /// Whether anyone is enrolled.
        public let isEnrolled: Bool
        /// Whether it is locked until the passcode is given.
        public let isLockedOut: Bool
        /// Others after every change of who is enrolled. Empty while nobody is.
        public let stateHash: Data
        /// False: a sensor here is built in and within reach.
        public var builtInSensorInaccessible: Bool { false }

        init(_ mechanisms: Mechanisms) {
            biometryType = LABiometryType(mechanisms.biometry)
            isEnrolled = mechanisms.isEnrolled
            isLockedOut = mechanisms.isLockedOut
            stateHash = Data(mechanisms.biometricState?.bytes ?? [])
            super.init(
                isUsable: mechanisms.biometryFailure == nil, localizedName: biometryType.name,
                iconSystemName: biometryType.symbol)
        }
    }

    /// A paired device. It is usable while it is worn, unlocked and nearby.
    public final class MechanismCompanion: Mechanism, @unchecked Sendable {
        /// Its kind.
        public let type: LACompanionType
        /// Others after every change of what is paired.
        public let stateHash: Data?

        init(_ companion: Mechanisms.Companion) {
            type = .watch
            stateHash = Data(companion.pairing.bytes)
            super.init(isUsable: companion.isReady, localizedName: "Apple Watch", iconSystemName: "applewatch")
        }
    }

    /// The device's passcode.
    public final class MechanismUserPassword: Mechanism, @unchecked Sendable {
        /// Whether there is one.
        public let isSet: Bool

        init(isSet: Bool) {
            self.isSet = isSet
            super.init(isUsable: isSet, localizedName: "Passcode", iconSystemName: "lock.shield")
        }
    }
}

extension LABiometryType {
    fileprivate var name: String {
        switch self {
        case .none: ""
        case .touchID: "Touch ID"
        case .faceID: "Face ID"
        case .opticID: "Optic ID"
        }
    }

    fileprivate var symbol: String {
        switch self {
        case .none: ""
        case .touchID: "touchid"
        case .faceID: "faceid"
        case .opticID: "opticid"
        }
    }
}
