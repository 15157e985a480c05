package import DeviceBroker
package import DeviceProtocol
import DeviceServices
public import Foundation
import OpenLocalAuthentication
import PasswordHashing
import Secrets

#if !Device
#error("DeviceSimulator needs the trait Device of the package latchkey; add it to the traits of the dependency.")
#endif

/// A simulated device for a test: new, scriptable, and deleted with the object.
///
/// Code inside ``run(isolation:_:)`` uses this device. Its ``person`` answers prompts by a script, and its enclave and keychain
/// store keys and items. The device is in this process and requires no hardware; with ``Enclave/tpm(_:)`` the keys are in a TPM.
/// By default its clock is stopped. Several devices can exist at the same time, one for each test.
public final class DeviceSimulator: Sendable {
    /// The kind of biometry of a device.
    public enum Biometry: String, Codable, Sendable, CaseIterable {
        /// No sensor.
        case none
        /// Fingerprints.
        case touchID
        /// The face.
        case faceID
        /// The iris.
        case opticID
    }

    /// The enclave that holds the device's keys.
    public enum Enclave: Hashable, Sendable {
        /// Software, in the process of the test.
        case software
        /// A TPM 2.0, by the library's connection string: `swtpm:path=…` for a software TPM. The device uses slot 0 and resets
        /// it: everything bound to the passcode of an earlier device is lost.
        case tpm(String)
    }

    /// The source of the device's time.
    public enum Timekeeping: Sendable {
        /// The clock is stopped until it is advanced.
        case stopped
        /// The clock follows another clock, plus all advances.
        case following(@Sendable () -> Date)
    }

    /// The scripted user who answers prompts.
    public let person: SimulatedPerson
    /// The device's time.
    public let clock: SimulatedClock

    package let device: Device
    let sensor: SimulatedSensor
    package var link: any DeviceLink { ownLink }
    let ownLink: SimulatorLink
    let ownApp: App
    let services: SimulatedServices
    private let environment: LAEnvironment
    private let folder: DeviceFolder
    let memory: DeviceMemory

    /// Creates an unlocked device, with one enrolled finger or face if it has a sensor.
    ///
    /// - Parameters:
    ///   - biometry: The kind of sensor.
    ///   - isEnrolled: Whether a finger or face is enrolled. Without a sensor, this has no effect.
    ///   - passcode: The passcode. Nil for a device without a passcode.
    ///   - app: The application identifier of the test, in prompts and in the keychain.
    ///   - accessGroups: The app's access groups in Apple's order: the entitlement `keychain-access-groups`, the application
    ///     identifier, the app groups. New items go to the first group. The application identifier is appended if it is missing.
    ///   - faceIDUsage: The Info.plist value `NSFaceIDUsageDescription`. Without it, the app must not use Face ID.
    ///   - enclave: The enclave that holds the keys. A missing TPM is an error; software never replaces it.
    ///   - time: How the time passes.
    /// - Throws: An error of `NSOSStatusErrorDomain` or `LAError` for a passcode that is empty or longer than 1,024 bytes, for
    ///   the name of an app or a group that is empty or longer than 255 bytes, for a Face ID usage text that is empty or longer
    ///   than 1,000 bytes, for an unusable TPM, and if no temporary file can be written.
    public convenience init(
        biometry: Biometry = .faceID, isEnrolled: Bool = true, passcode: String? = "2468", app: String = DeviceSimulator.usualApp,
        accessGroups: [String] = [], faceIDUsage: String? = DeviceSimulator.usualFaceIDUsage, enclave: Enclave = .software,
        time: Timekeeping = .stopped
    ) throws {
        try self.init(
            in: .temporary(TemporaryFolder()), biometry: biometry, isEnrolled: isEnrolled, passcode: passcode,
            app: Self.app(app, accessGroups, faceIDUsage), enclave: enclave, time: time)
    }

    /// Opens a device that is stored in a folder. It has the same keys, items, saved passwords, Apple Account, known sites,
    /// sensor, enrolment and time as before. With a passcode, it is locked, as after a start. If the process is killed, no
    /// acknowledged change is lost.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder, which is created if it is missing. Only one device may use it at a time.
    ///   - biometry: The sensor of a new device; an existing device keeps its own. The same applies to `isEnrolled` and
    ///     `passcode`.
    /// - Throws: The errors of ``init(biometry:isEnrolled:passcode:app:accessGroups:faceIDUsage:enclave:time:)``, and an error if
    ///   the folder is unusable or contains a file that is damaged or of a later version. The folder then stays unchanged.
    public convenience init(
        storedIn folder: String, biometry: Biometry = .faceID, isEnrolled: Bool = true, passcode: String? = "2468",
        app: String = DeviceSimulator.usualApp, accessGroups: [String] = [],
        faceIDUsage: String? = DeviceSimulator.usualFaceIDUsage, enclave: Enclave = .software, time: Timekeeping = .stopped
    ) throws {
        try self.init(
            in: DeviceFolder(lastingAt: folder), biometry: biometry, isEnrolled: isEnrolled, passcode: passcode,
            app: Self.app(app, accessGroups, faceIDUsage), enclave: enclave, time: time)
    }

    private init(
        in folder: DeviceFolder, biometry: Biometry, isEnrolled: Bool, passcode: String?, app: App, enclave: Enclave,
        time: Timekeeping
    ) throws {
        let memory = try DeviceMemory(
            in: folder,
            new: DeviceRecord(biometry: biometry, templates: isEnrolled && biometry != .none ? [Self.firstTemplate] : []))
        let record = memory.current
        let clock = SimulatedClock(time, memory)
        let sensor = SimulatedSensor(kind: record.biometry.kind, templates: Set(record.templates))
        do {
            let device = try Device(
                file: try folder.keychain, enclave: try enclave.open(in: folder), sensor: sensor,
                // Passcodes of a test are not secret: use libsodium's minimum cost for speed.
                passcodeCost: Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1), now: { clock.secondsSinceReferenceDate })
            if let passcode, !device.presence.mechanisms.hasPasscode { try device.setPasscode(SecretBytes(utf8: passcode)) }
            self.device = device
            services = try SimulatedServices(
                device, clock: clock, store: folder.servicesStore(sealedBy: device.fileKey),
                associationStore: folder.associationStore(sealedBy: device.fileKey),
                name: folder.deviceName())
            person = SimulatedPerson(
                see: { sensor.see($0) },
                isLastAttempt: { device.state.biometricFailures.count >= BiometricFailures.limit - 1 })
        } catch let rejection as DeviceError {
            throw rejection.appError
        }
        ownLink = SimulatorLink(broker: device.broker, app: app)
        ownApp = app
        environment = LAEnvironment(device: ownLink)
        self.clock = clock
        self.sensor = sensor
        self.folder = folder
        self.memory = memory
        device.presence.attach(person.interface)
        device.presence.pair(record.companion)
    }

    deinit {
        services.stop()
        // Break the reference cycles among the trusted parts.
        device.presence.attach(nil)
        device.broker.attach(nil as (any SystemServices)?)
        // Leave the stored state as a shutdown does; if this fails, the next start repairs it.
        try? device.stop()
    }

    /// Runs `body` with this device: for the task, its child tasks, and every object of LocalAuthentication that is created in
    /// it. Threads, dispatch queues and detached tasks have the device only through such objects.
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

    /// The default application identifier of a test.
    public static let usualApp = "ABCDE12345.com.example.app"

    /// The path of the persistent folder; nil for a temporary one.
    var lastingFolder: String? { if case .lasting(let path) = folder { path } else { nil } }

    /// The default Face ID usage text of a test.
    public static let usualFaceIDUsage = "To confirm your identity."

    /// The finger or face that is enrolled initially.
    public static let firstTemplate = "the owner"

    /// Returns the connection of another app to the same device.
    package func link(ofApp app: String, accessGroups: [String]) throws -> any DeviceLink {
        SimulatorLink(broker: device.broker, app: try Self.app(app, accessGroups))
    }

    static func app(_ app: PhoneApp) throws -> App {
        try Self.app(app.identifier, app.accessGroups, app.information["NSFaceIDUsageDescription"])
    }

    static func app(_ name: String, _ groups: [String], _ faceIDUsage: String? = usualFaceIDUsage) throws -> App {
        guard let identifier = AccessGroup(rawValue: name) else { throw SimulatorFailure.appName }
        let accessGroups = groups.compactMap(AccessGroup.init(rawValue:))
        guard accessGroups.count == groups.count else { throw SimulatorFailure.appName }
        let usage = faceIDUsage.flatMap(FaceUsage.init(rawValue:))
        guard (usage == nil) == (faceIDUsage == nil) else { throw SimulatorFailure.faceUsage }
        return App(identifier: identifier, accessGroups: accessGroups, faceUsage: usage)
    }

    /// The name of the TPM's attestation key: 34 bytes, for a server's allow list. Throws `errSecUnimplemented` for a device
    /// without a TPM.
    public var attestationKey: [UInt8] {
        get throws {
            do throws(DeviceError) {
                return try device.attestationKey().bytes
            } catch {
                throw error.appError
            }
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

extension DeviceSimulator.Enclave {
    /// Opens the enclave in the folder, or creates a new one.
    func open(in folder: DeviceFolder) throws -> any DeviceBroker.Enclave {
        let stateFile = folder.path + "/enclave"
        do {
            switch self {
            case .software:
                let hostKey = try folder.hostKey()
                guard
                    let configuration = SoftwareEnclave.Configuration(
                        stateFile: stateFile, hostKey: hostKey, opening: .createIfAbsent)
                else { break }
                return try SoftwareEnclave(inProcess: configuration)
            case .tpm(let name):
                guard
                    let configuration = TPMEnclave.Configuration(tcti: name, stateFile: stateFile, opening: .createIfAbsent)
                else { break }
                return try TPMEnclave(configuration)
            }
        } catch let error as EnclaveError {
            throw SimulatorFailure.enclave("\(error)")
        }
        throw SimulatorFailure.temporaryFolder
    }
}

/// An operation of a test that no device supports.
enum SimulatorFailure: Error, CustomStringConvertible {
    case appName
    case faceUsage
    case enrolment
    case lockOut
    case leakService(String)
    case temporaryFolder
    case folder(String)
    case enclave(String)
    case appleAccount
    case host
    case damaged(String)
    case later(String, Int)

    var description: String {
        switch self {
        case .appName: "the name of an app or access group must have 1 to 255 bytes"
        case .faceUsage: "a Face ID usage text must have 1 to \(FaceUsage.maximumLength) bytes"
        case .enrolment: "enrolment failed: no sensor, already enrolled, or not enrolled"
        case .lockOut:
            "\(BiometricFailures.limit) failed attempts did not lock biometry: an attempt succeeded in between, or the device does not count "
                + "failures"
        case .leakService(let address): "\(address) is not an https address of a leaked-password service"
        case .temporaryFolder: "could not create a temporary folder"
        case .folder(let path): "could not use the folder \(path)"
        case .enclave(let reason): "could not open the enclave: \(reason)"
        case .damaged(let path):
            "\(path) is damaged and was not changed. Repair it, or move it away to lose its contents."
        case .later(let path, let version): "\(path) has version \(version), which a later release wrote"
        case .host: "a host must be a domain name of ASCII letters, digits, hyphens and dots"
        case .appleAccount: "an Apple Account name must have 1 to 255 letters, digits, dots, hyphens and underscores"
        }
    }
}
