import DeviceBroker
package import DeviceProtocol
import DeviceServices
public import Foundation
import OpenLocalAuthentication
import PasswordHashing
import Secrets

#if !Device
#error("DeviceSimulator needs the trait Device of the package latchkey; add it to the traits of the dependency.")
#endif

/// A device for a test: fresh, programmable, and gone with the object.
///
/// What runs inside ``run(isolation:_:)`` has this device: prompts go to its ``person``, who follows a script; keys and items stand in its own
/// enclave and keychain. Everything is in this process, without hardware and without a clock that runs; only with ``Enclave/tpm(_:)`` the keys are
/// elsewhere.
///
/// Several devices may be used at once: each test has its own.
public final class DeviceSimulator: Sendable {
    /// The kind of a device's biometry.
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

    /// What keeps the device's keys.
    public enum Enclave: Hashable, Sendable {
        /// Software, in the process of the test.
        case software
        /// A TPM 2.0, by the name that its library has for it: `swtpm:path=…` for one of software. The device takes slot 0 of it and begins
        /// anew there: what was bound to an earlier device's passcode is gone.
        case tpm(String)
    }

    /// How the time of a device passes.
    public enum Timekeeping: Sendable {
        /// It stands still until it is moved.
        case standing
        /// It goes with another clock, and is ahead of it by as much as it was moved.
        case following(@Sendable () -> Date)
    }

    /// Someone who answers prompts as they are told.
    public let person: SimulatedPerson
    /// The device's time.
    public let clock: SimulatedClock

    let device: Device
    let sensor: SimulatedSensor
    package var link: any DeviceLink { ownLink }
    let ownLink: SimulatorLink
    let ownApp: App
    let services: SimulatedServices
    private let environment: LAEnvironment
    private let folder: DeviceFolder
    let memory: DeviceMemory

    /// A device that is unlocked, with one person enrolled where it has a sensor.
    ///
    /// - Parameters:
    ///   - biometry: The kind of its sensor.
    ///   - isEnrolled: Whether someone is enrolled. Nobody ever is without a sensor.
    ///   - passcode: The passcode. Nil: the device has none.
    ///   - app: The app that the test stands for, as prompts and the keychain know it: an application identifier.
    ///   - accessGroups: The app's access groups in Apple's order: the entitlement `keychain-access-groups`, the application identifier, the app
    ///     groups. New items go to the first. The application identifier follows them where it is not among them.
    ///   - faceIDUsage: What the app's Info.plist says under `NSFaceIDUsageDescription`. Nil: nothing, and it may not use Face ID.
    ///   - enclave: What keeps the keys. A TPM that is not there is an error, never a reason to take software.
    ///   - time: How its time passes.
    /// - Throws: An error of `NSOSStatusErrorDomain` or `LAError` for an empty passcode or one over 1,024 bytes, a name of the app or of a group that
    ///   is empty or longer than 255 bytes, a usage text of Face ID that is empty or longer than 1,000, a TPM that cannot be used, and where no temporary file can be written.
    public convenience init(
        biometry: Biometry = .faceID, isEnrolled: Bool = true, passcode: String? = "2468", app: String = DeviceSimulator.usualApp,
        accessGroups: [String] = [], faceIDUsage: String? = DeviceSimulator.usualFaceIDUsage, enclave: Enclave = .software,
        time: Timekeeping = .standing
    ) throws {
        try self.init(
            in: .temporary(TemporaryFolder()), biometry: biometry, isEnrolled: isEnrolled, passcode: passcode,
            app: Self.app(app, accessGroups, faceIDUsage), enclave: enclave, time: time)
    }

    /// A device whose files stand in a folder, and which is the same when it is made again: keys, items, saved passwords, the Apple account, what is
    /// known of sites, its sensor with who is enrolled, and the time. With a passcode it is then locked, as after switching it on. Killed at any moment, it has lost nothing that was
    /// acknowledged.
    ///
    /// - Parameters:
    ///   - folder: Its path; made where it is not there. One device at a time uses it.
    ///   - biometry: The sensor of a new device, and `isEnrolled`, `passcode` likewise. One that is there keeps its own.
    /// - Throws: as ``init(biometry:isEnrolled:passcode:app:accessGroups:faceIDUsage:enclave:time:)``, and where the folder cannot be used, or holds a file that is
    ///   damaged or of a later version. Nothing in it was changed then.
    public convenience init(
        storedIn folder: String, biometry: Biometry = .faceID, isEnrolled: Bool = true, passcode: String? = "2468",
        app: String = DeviceSimulator.usualApp, accessGroups: [String] = [],
        faceIDUsage: String? = DeviceSimulator.usualFaceIDUsage, enclave: Enclave = .software, time: Timekeeping = .standing
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
                // The passcodes of a test are no secrets: the least that libsodium takes, for speed.
                passcodeCost: Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1), now: { clock.secondsSinceReferenceDate })
            if let passcode, !device.presence.mechanisms.hasPasscode { try device.setPasscode(SecretBytes(utf8: passcode)) }
            self.device = device
            services = try SimulatedServices(
                device, clock: clock, store: folder.servicesStore(sealedBy: device.fileKey),
                associationStore: folder.associationStore,
                name: folder.deviceName())
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
        self.memory = memory
        device.presence.attach(person.interface)
        device.presence.pair(record.companion)
    }

    deinit {
        services.stop()
        // What the trusted side asks knows the trusted side: neither would ever go.
        device.presence.attach(nil)
        device.broker.attach(nil as (any SystemServices)?)
        // What lasts is as a device leaves it that was switched off; where that fails, the next start does it.
        try? device.stop()
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

    /// The app of a test that names none.
    public static let usualApp = "ABCDE12345.com.example.app"

    /// Where the device's files stand; nil where they go with it.
    var lastingFolder: String? { if case .lasting(let path) = folder { path } else { nil } }

    /// Why the app of a test wants to use Face ID, where it does not say.
    public static let usualFaceIDUsage = "To know that it is you."

    /// What is enrolled from the start.
    public static let firstTemplate = "the owner"

    /// The way of another app to the same device.
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

    /// The name of the key by which the device's TPM states that keys were made in it: 34 bytes, for a server's list. Throws
    /// `errSecUnimplemented` for a device without a TPM.
    public var attestationKey: [UInt8] {
        get throws {
            do throws(DeviceRefusal) {
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
    /// The one whose files stand in the folder; a new one where there are none.
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

/// What a test asked of a simulated device that no device does.
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
        case .appName: "the name of an app, or of an access group, has 1 to 255 bytes"
        case .faceUsage: "a usage text of Face ID has 1 to \(FaceUsage.maximumLength) bytes"
        case .enrolment: "there is no sensor, or what is to be enrolled is, or what is to be removed is not"
        case .lockOut:
            "\(BiometricFailures.limit) strangers did not lock biometry: someone who is enrolled, or the passcode, was let in between, or the device "
                + "does not count"
        case .leakService(let address): "\(address) is no https address of a service of leaked passwords"
        case .temporaryFolder: "no temporary folder can be used"
        case .folder(let path): "the folder \(path) cannot be used"
        case .enclave(let reason): "the enclave cannot be used: \(reason)"
        case .damaged(let path):
            "\(path) is damaged; it was left as it is: mend it, or move it away and the device forgets what stood in it"
        case .later(let path, let version): "\(path) is of version \(version), which a later program has written"
        case .host: "a host is a domain name of ASCII letters, digits, hyphens and dots"
        case .appleAccount: "an Apple account has a name of 1 to 255 letters, digits, dots, hyphens and underscores"
        }
    }
}
