package import DeviceProtocol
import Dispatch
public import Foundation
import Synchronization

/// How a person can be authenticated on the device, and word of changes.
///
/// The device sends no word by itself: while there are observers, this object looks once a second, on a private queue, and calls them there.
public final class LAEnvironment: NSObject, Sendable {
    /// Of the process's device, or within a simulated device's `run`, of that one.
    public class var currentUser: LAEnvironment { ofTask }

    /// Set by whoever sets ``CurrentDevice/link`` for a task, so that observers stay with their device.
    @TaskLocal package static var ofTask = LAEnvironment(device: CurrentDevice.processDefault)

    private struct Memory {
        var observers: [WeakObserver] = []
        var lastReport: Mechanisms?
        /// A look is due.
        var isWatching = false
    }

    private let device: any DeviceLink
    private let queue = DispatchQueue(label: "local-authentication.environment")
    private let memory = Mutex(Memory())

    package init(device: any DeviceLink) {
        self.device = device
        super.init()
    }

    /// How it stands now. Blocks while the device looks. Without a device there are no mechanisms in it.
    public var state: State { State(mechanisms) }

    /// Calls the observer after every change from now on, until it is removed or gone; it is not kept.
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

    /// Calls the observer no more. One that was not added: nothing.
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

    /// Tells the observers where something changed since the last look.
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

    /// Whom to tell of changes.
    public protocol Observer: NSObjectProtocol {
        /// Called on a private queue after a change. The default implementation does nothing.
        func environment(_ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State)
    }

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

extension LAEnvironment.Observer {
    /// Does nothing.
    public func environment(_ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State) {}
}

/// Unchecked: the reference is only read, and that observers are called on a private queue is their contract.
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
