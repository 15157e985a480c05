import DeviceBroker
package import DeviceProtocol
import Foundation
import OpenLocalAuthentication
import PasswordHashing
import Secrets

/// A device for a test: fresh, programmable, and gone with the object.
///
/// What runs inside ``run(isolation:_:)`` has this device: prompts go to its ``person``, who follows a script; keys and items stand in its own
/// enclave and keychain. Everything is in this process, without hardware and without a clock that runs; only with ``Enclave/tpm(_:)`` the keys are
/// elsewhere.
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

    /// What keeps the device's keys.
    public enum Enclave: Hashable, Sendable {
        /// Software, in the process of the test.
        case software
        /// A TPM 2.0, by the name that its library has for it: `swtpm:path=…` for one of software. The device takes slot 0 of it and begins
        /// anew there: what was bound to an earlier device's passcode is gone.
        case tpm(String)
    }

    /// Someone who answers prompts as they are told.
    public let person: SimulatedPerson
    /// The device's time, which stands still until it is moved.
    public let clock: SimulatedClock

    let device: Device
    private let sensor: SimulatedSensor
    package var link: any DeviceLink { ownLink }
    private let ownLink: SimulatorLink
    let ownApp: App
    let services: SimulatedServices
    private let environment: LAEnvironment
    private let folder: TemporaryFolder

    /// A device that is unlocked, with one person enrolled where it has a sensor.
    ///
    /// - Parameters:
    ///   - biometry: The kind of its sensor.
    ///   - isEnrolled: Whether someone is enrolled. Nobody ever is without a sensor.
    ///   - passcode: The passcode. Nil: the device has none.
    ///   - app: The app that the test stands for, as prompts and the keychain know it: an application identifier.
    ///   - accessGroups: The access groups that the app is in besides its own.
    ///   - enclave: What keeps the keys. A TPM that is not there is an error, never a reason to take software.
    /// - Throws: An error of `NSOSStatusErrorDomain` or `LAError` for an empty passcode or one over 1,024 bytes, a name of the app or of a group that
    ///   is empty or longer than 255 bytes, a TPM that cannot be used, and where no temporary file can be written.
    public init(
        biometry: Biometry = .faceID, isEnrolled: Bool = true, passcode: String? = "2468", app: String = "TEAM.com.example.app",
        accessGroups: [String] = [], enclave: Enclave = .software
    ) throws {
        let app = try Self.app(app, accessGroups)
        let clock = SimulatedClock()
        let folder = try TemporaryFolder()
        let sensor = SimulatedSensor(
            kind: biometry.kind, templates: isEnrolled && biometry != .none ? [Self.firstTemplate] : [])
        do {
            let device = try Device(
                file: .inMemory(), enclave: try enclave.open(in: folder), sensor: sensor,
                // The passcodes of a test are no secrets: the least that libsodium takes, for speed.
                passcodeCost: Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1), now: { clock.secondsSinceReferenceDate })
            if let passcode { try device.setPasscode(SecretBytes(utf8: passcode)) }
            self.device = device
            services = try SimulatedServices(device)
            person = SimulatedPerson(
                see: { sensor.see($0) },
                isLastAttempt: { device.state.biometricFailures.count >= BiometricFailures.limit - 1 })
        } catch let refusal as DeviceRefusal {
            throw refusal.appError
        }
        ownLink = SimulatorLink(broker: device.broker, app: app)
        ownApp = app
        environment = LAEnvironment(device: ownLink)
        self.clock = clock
        self.sensor = sensor
        self.folder = folder
        device.presence.attach(person.interface)
    }

    deinit {
        services.stop()
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
        try unlockByBiometry(matched: true)
    }

    /// The same, with a stranger at the lock where `matched` is false: counts, and throws `LAError.authenticationFailed`.
    package func unlockByBiometry(matched: Bool) throws {
        try asking { () throws(DeviceRefusal) in try device.unlock(sensor: matched ? .matched : .notMatched) }
    }

    /// The way of another app to the same device.
    package func link(ofApp app: String, accessGroups: [String]) throws -> any DeviceLink {
        SimulatorLink(broker: device.broker, app: try Self.app(app, accessGroups))
    }

    private static func app(_ name: String, _ groups: [String]) throws -> App {
        guard let identifier = AccessGroup(rawValue: name) else { throw SimulatorFailure.appName }
        let shared = groups.compactMap(AccessGroup.init(rawValue:))
        guard shared.count == groups.count else { throw SimulatorFailure.appName }
        return App(identifier: identifier, sharedGroups: shared)
    }

    /// Switches the device off and on: with a passcode it is then locked, and biometry does not unlock it before the passcode was given. The app's
    /// process ends with it, so that every context that was open is invalid.
    public func reboot() throws {
        ownLink.restart()
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
    case enclave(String)
    case appleAccount

    var description: String {
        switch self {
        case .appName: "the name of an app, or of an access group, has 1 to 255 bytes"
        case .enrolment: "there is no sensor, or what is to be enrolled is, or what is to be removed is not"
        case .temporaryFolder: "no temporary folder can be used"
        case .enclave(let reason): "the enclave cannot be used: \(reason)"
        case .appleAccount: "an Apple account has a name of 1 to 255 letters, digits, dots, hyphens and underscores"
        }
    }
}
