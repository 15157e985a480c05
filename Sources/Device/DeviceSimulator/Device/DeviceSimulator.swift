import DeviceBroker
import DeviceProtocol
import Foundation
import OpenLocalAuthentication
import PasswordHashing
import Secrets

/// A device for a test: fresh, programmable, and gone with the object.
///
/// What runs inside ``run(isolation:_:)`` has this device: prompts go to its ``person``, who follows a script; keys and items stand in its own
/// enclave and keychain. Everything is in this process, without hardware and without a clock that runs.
///
/// Several devices may be used at once: each test has its own.
public final class DeviceSimulator: Sendable {
    /// The kind of a device's biometry.
    public enum Biometry: Sendable, CaseIterable {
        /// No sensor.
        case none
        /// Fingerprints.
        case touchID
        /// The face.
        case faceID
        /// The iris.
        case opticID
    }

    /// Someone who answers prompts as they are told.
    public let person: SimulatedPerson
    /// The device's time, which stands still until it is moved.
    public let clock: SimulatedClock

    let device: Device
    private let sensor: SimulatedSensor
    private let link: SimulatorLink
    private let environment: LAEnvironment
    private let folder: TemporaryFolder

    /// A device that is unlocked, with one person enrolled where it has a sensor.
    ///
    /// - Parameters:
    ///   - biometry: The kind of its sensor.
    ///   - isEnrolled: Whether someone is enrolled. Nobody ever is without a sensor.
    ///   - passcode: The passcode. Nil: the device has none.
    ///   - app: The app that the test stands for, as prompts and the keychain know it: an application identifier.
    /// - Throws: An error of `NSOSStatusErrorDomain` or `LAError` for an empty passcode or one over 1,024 bytes, a name of the app that is empty or
    ///   longer than 255 bytes, and where no temporary file can be written.
    public init(
        biometry: Biometry = .faceID, isEnrolled: Bool = true, passcode: String? = "2468", app: String = "TEAM.com.example.app"
    ) throws {
        guard let app = AccessGroup(rawValue: app) else { throw SimulatorFailure.appName }
        let clock = SimulatedClock()
        let folder = try TemporaryFolder()
        let sensor = SimulatedSensor(
            kind: biometry.kind, templates: isEnrolled && biometry != .none ? [Self.firstTemplate] : [])
        let hostKey = SecretBytes(SystemRandomBytes().bytes(32))
        guard
            let configuration = SoftwareEnclave.Configuration(
                stateFile: folder.path + "/enclave", hostKey: hostKey, opening: .createIfAbsent)
        else { throw SimulatorFailure.temporaryFolder }
        do {
            let device = try Device(
                file: .inMemory(), enclave: SoftwareEnclave(inProcess: configuration), sensor: sensor,
                // The passcodes of a test are no secrets: the least that libsodium takes, for speed.
                passcodeCost: Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1), now: { clock.secondsSinceReferenceDate })
            if let passcode { try device.setPasscode(SecretBytes(utf8: passcode)) }
            self.device = device
            person = SimulatedPerson(sensor: sensor) {
                device.state.biometricFailures.count >= BiometricFailures.limit - 1
            }
        } catch let refusal as DeviceRefusal {
            throw refusal.appError
        }
        link = SimulatorLink(broker: device.broker, app: App(identifier: app))
        environment = LAEnvironment(device: link)
        self.clock = clock
        self.sensor = sensor
        self.folder = folder
        device.presence.attach(person.interface)
    }

    /// Runs `body` with this device: for the task, its children, and every object of LocalAuthentication that is made in it. Threads, dispatch
    /// queues and detached tasks have it only through such objects.
    @discardableResult
    public func run<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await LAEnvironment.$ofTask.withValue(environment) {
            try await CurrentDevice.$link.withValue(link) {
                try await body()
            }
        }
    }

    /// Runs `body` with this device; see ``run(isolation:_:)``.
    @discardableResult
    public func run<Value>(_ body: () throws -> Value) rethrows -> Value {
        try LAEnvironment.$ofTask.withValue(environment) {
            try CurrentDevice.$link.withValue(link) {
                try body()
            }
        }
    }

    /// What is enrolled from the start.
    public static let firstTemplate = "the owner"

    // MARK: - The lock

    /// Whether the device is locked. One without a passcode never is.
    public var isLocked: Bool { device.state.phase != .unlocked }

    /// Locks the device, which takes back every prompt. Nothing without a passcode.
    public func lock() {
        device.lock()
    }

    /// Unlocks the device with its passcode. Throws `LAError.authenticationFailed` for another one.
    public func unlock(passcode: String) throws {
        try asking { () throws(DeviceRefusal) in try device.unlock(passcode: SecretBytes(utf8: passcode)) }
    }

    /// Unlocks the device with the enrolled finger or face. Throws what forbids that: `LAError.biometryLockout` and its like, and
    /// `errSecInteractionNotAllowed` (`NSOSStatusErrorDomain`) before the passcode was given once after a start.
    public func unlockByBiometry() throws {
        try asking { () throws(DeviceRefusal) in try device.unlock(sensor: .matched) }
    }

    /// Switches the device off and on: with a passcode it is then locked, and biometry does not unlock it before the passcode was given. The app's
    /// process ends with it, so that every context that was open is invalid.
    public func reboot() throws {
        link.restart()
        try asking { () throws(DeviceRefusal) in try device.restart() }
    }

    // MARK: - Biometry and the passcode

    /// Enrols a further finger or face, whereupon the set is another one. Throws where it is enrolled already, and without a sensor.
    public func enrol(_ template: String) throws {
        guard sensor.kind != .none, sensor.enrol(template) else { throw SimulatorFailure.enrolment }
        try asking { () throws(DeviceRefusal) in try device.enrolmentChanged() }
    }

    /// Removes a finger or a face, whereupon the set is another one. Throws where it is not enrolled.
    public func unenrol(_ template: String = DeviceSimulator.firstTemplate) throws {
        guard sensor.remove(template) else { throw SimulatorFailure.enrolment }
        try asking { () throws(DeviceRefusal) in try device.enrolmentChanged() }
    }

    /// Lets strangers try at the lock until biometry is locked. The device must not have been started without an unlock since.
    public func lockOutBiometry() throws {
        while device.presence.mechanisms.biometryFailure == nil {
            do throws(DeviceRefusal) {
                try device.unlock(sensor: .notMatched)
            } catch {
                guard case .authentication = error else { throw error.appError }
            }
        }
        guard device.presence.mechanisms.isLockedOut else { throw SimulatorFailure.enrolment }
    }

    /// Gives the device its first passcode.
    public func setPasscode(_ passcode: String) throws {
        try asking { () throws(DeviceRefusal) in try device.setPasscode(SecretBytes(utf8: passcode)) }
    }

    /// Removes the passcode, and with it what may only stand beside one. Throws `LAError.authenticationFailed` for another passcode, and where
    /// the device is locked.
    public func removePasscode(_ passcode: String) throws {
        try asking { () throws(DeviceRefusal) in try device.removePasscode(SecretBytes(utf8: passcode)) }
    }

    private func asking(_ body: () throws(DeviceRefusal) -> Void) throws {
        do throws(DeviceRefusal) {
            try body()
        } catch {
            throw error.appError
        }
    }
}

extension DeviceSimulator.Biometry {
    fileprivate var kind: Mechanisms.BiometryKind {
        switch self {
        case .none: .none
        case .touchID: .fingerprint
        case .faceID: .face
        case .opticID: .iris
        }
    }
}

/// What a test asked of a simulated device that no device does.
enum SimulatorFailure: Error, CustomStringConvertible {
    case appName
    case enrolment
    case temporaryFolder

    var description: String {
        switch self {
        case .appName: "the name of an app has 1 to 255 bytes"
        case .enrolment: "there is no sensor, or what is to be enrolled is, or what is to be removed is not"
        case .temporaryFolder: "no temporary folder can be used"
        }
    }
}
