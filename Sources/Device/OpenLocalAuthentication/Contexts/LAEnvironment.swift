package import DeviceProtocol
import Dispatch
public import Foundation
import Synchronization

/// The authentication mechanisms of the device, with notifications of changes.
///
/// The device sends no notifications. While there are observers, this object polls once a second on a private queue, and calls
/// them there.
public final class LAEnvironment: NSObject, Sendable {
    /// The environment of the process's device, or of the simulated device within its `run`.
    public class var currentUser: LAEnvironment { ofTask }

    /// Set together with ``CurrentDevice/link`` for a task, so that observers stay with their device.
    @TaskLocal package static var ofTask = LAEnvironment(device: CurrentDevice.processDefault)

    private struct Memory {
        var observers: [WeakObserver] = []
        var lastReport: Mechanisms?
        /// Whether a poll is scheduled.
        var isWatching = false
    }

    private let device: any DeviceLink
    private let queue = DispatchQueue(label: "local-authentication.environment")
    private let memory = Mutex(Memory())

    package init(device: any DeviceLink) {
        self.device = device
        super.init()
    }

    /// The current state. Blocks until the device responds. Contains no mechanisms without a device.
    public var state: State { State(mechanisms) }

    /// Adds an observer, which is called after every change until it is removed or deallocated. The observer is not retained.
    public func addObserver(_ observer: any Observer) {
        let now = mechanisms
        let added = WeakObserver(observer)
        let isFirst = memory.withLock { memory in
            if memory.observers.isEmpty { memory.lastReport = now }
            memory.observers.append(added)
            defer { memory.isWatching = true }
            return !memory.isWatching
        }
        if isFirst { lookLater() }
    }

    /// Removes an observer. Has no effect if it was not added.
    public func removeObserver(_ observer: any Observer) {
        let removed = ObjectIdentifier(observer)
        memory.withLock { memory in
            memory.observers.removeAll { $0.identity == removed }
        }
    }

    private func lookLater() {
        queue.asyncAfter(deadline: .now() + 1) { [weak self] in
            guard let self else { return }
            look()
            let goesOn = memory.withLock { memory in
                memory.isWatching = !memory.observers.isEmpty
                return memory.isWatching
            }
            if goesOn { lookLater() }
        }
    }

    /// Polls the device and notifies the observers of changes.
    package func look() {
        let now = mechanisms
        let (old, observers) = memory.withLock { memory -> (Mechanisms?, [WeakObserver]) in
            memory.observers.removeAll { $0.observer == nil }
            defer { memory.lastReport = now }
            return memory.lastReport == now ? (nil, []) : (memory.lastReport, memory.observers)
        }
        for observer in observers { observer.observer?.environment(self, stateDidChangeFromOldState: State(old)) }
    }

    private var mechanisms: Mechanisms? {
        try? device.perform(ReadMechanisms())
    }

    /// An observer of changes.
    public protocol Observer: NSObjectProtocol {
        /// Called on a private queue after a change. The default implementation does nothing.
        func environment(_ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State)
    }

    /// The authentication mechanisms at one moment.
    public final class State: NSObject, NSCopying, Sendable {
        /// Biometry. Nil on a device without a sensor.
        public let biometry: MechanismBiometry?
        /// The passcode. Nil without a device.
        public let userPassword: MechanismUserPassword?
        /// The paired devices: a watch or none.
        public let companions: [MechanismCompanion]

        /// All mechanisms.
        public var allMechanisms: [Mechanism] {
            [biometry, userPassword].compactMap { (mechanism: Mechanism?) in mechanism } + companions
        }

        init(_ mechanisms: Mechanisms?) {
            biometry = mechanisms.flatMap { $0.biometry == .none ? nil : MechanismBiometry($0) }
            userPassword = mechanisms.map { MechanismUserPassword(isSet: $0.hasPasscode) }
            companions = mechanisms?.companion.map { [MechanismCompanion($0)] } ?? []
            super.init()
        }

        /// Returns the state itself, which is immutable.
        public func copy(with zone: NSZone? = nil) -> Any { self }
    }

    /// An authentication mechanism.
    public class Mechanism: NSObject, @unchecked Sendable {
        // Unchecked because of its subclasses, which are all in this file and have only constants.

        /// Whether the mechanism can be used now.
        public let isUsable: Bool
        /// The name of the mechanism.
        public let localizedName: String
        /// The name of its symbol, as on Apple's systems.
        public let iconSystemName: String

        init(isUsable: Bool, localizedName: String, iconSystemName: String) {
            self.isUsable = isUsable
            self.localizedName = localizedName
            self.iconSystemName = iconSystemName
            super.init()
        }
    }

    /// Biometry: fingers or faces.
    public final class MechanismBiometry: Mechanism, @unchecked Sendable {
        /// The type of the sensor.
        public let biometryType: LABiometryType
        /// Whether a finger or face is enrolled.
        public let isEnrolled: Bool
        /// Whether biometry is locked until the passcode is entered.
        public let isLockedOut: Bool
        /// A value that changes with every change of the enrolment. Empty if nothing is enrolled.
        public let stateHash: Data
        /// False, because the sensor of a device is always accessible.
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
        /// The type of the device.
        public let type: LACompanionType
        /// A value that changes with every pairing.
        public let stateHash: Data?

        init(_ companion: Mechanisms.Companion) {
            type = .watch
            stateHash = Data(companion.pairing.bytes)
            super.init(isUsable: companion.isReady, localizedName: "Apple Watch", iconSystemName: "applewatch")
        }
    }

    /// The device's passcode.
    public final class MechanismUserPassword: Mechanism, @unchecked Sendable {
        /// Whether a passcode is set.
        public let isSet: Bool

        init(isSet: Bool) {
            self.isSet = isSet
            super.init(isUsable: isSet, localizedName: "Passcode", iconSystemName: "lock.shield")
        }
    }
}

extension LAEnvironment.Observer {
    /// Does nothing.
    public func environment(_ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State) {}
}

/// Unchecked because the reference is only read, and observers must support calls on a private queue.
private final class WeakObserver: @unchecked Sendable {
    let identity: ObjectIdentifier
    private(set) weak var observer: (any LAEnvironment.Observer)?

    init(_ observer: any LAEnvironment.Observer) {
        identity = ObjectIdentifier(observer)
        self.observer = observer
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
