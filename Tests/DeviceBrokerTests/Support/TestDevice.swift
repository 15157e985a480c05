import DeviceProtocol
import Foundation
import PasswordHashing
import Secrets
import Synchronization

@testable import DeviceBroker

/// A device in memory with a simulated sensor, a scripted user at its screen, and a constant clock.
final class TestDevice: Sendable {
    static let passcode = "2468"
    static let app = App(
        identifier: group("TEAM.com.example.notes"), accessGroups: [group("TEAM.com.example.notes"), group("TEAM.shared")])
    /// An app with a usage description for Face ID.
    static let faceApp = App(identifier: group("TEAM.com.example.mirror"), faceUsage: FaceUsage(rawValue: "To look at you."))
    static let otherApp = App(
        identifier: group("TEAM.com.example.other"), accessGroups: [group("TEAM.com.example.other"), group("TEAM.shared")])

    let device: Device
    let sensor: SimulatedSensor
    let person = ScriptedPerson()
    let clock = TestClock()
    private let files: DeviceFiles

    /// Has a passcode and an enrolled finger, and is unlocked, by default. With the files of an earlier device it is the same
    /// device, locked, as another broker process would start it.
    init(
        biometry: Mechanisms.BiometryKind = .fingerprint, hasPasscode: Bool = true, isEnrolled: Bool = true,
        files: DeviceFiles? = nil,
        verifier: (any PasscodeVerifier)? = nil, quota: KeychainQuota = .standard
    ) throws {
        let folder = try files ?? DeviceFiles()
        self.files = folder
        sensor = SimulatedSensor(kind: biometry, templates: isEnrolled ? ["me"] : [])
        guard
            let configuration = SoftwareEnclave.Configuration(
                stateFile: folder.path + "/enclave", hostKey: SecretBytes([UInt8](repeating: 7, count: 32)),
                opening: .createIfAbsent)
        else { throw CocoaError(.fileNoSuchFile) }
        device = try Device(
            file: KeychainFile.open(path: folder.path + "/keychain"), enclave: SoftwareEnclave(inProcess: configuration),
            sensor: sensor, passcodeVerifier: verifier, passcodeCost: .cheapest, quota: quota,
            now: { [clock] in clock.now })
        device.presence.attach(person)
        if hasPasscode, files == nil { try device.setPasscode(SecretBytes(utf8: Self.passcode)) }
    }

    /// All content of the files, for searches.
    func bytesOnDisk() throws -> Data {
        try FileManager.default.contentsOfDirectory(atPath: files.path).sorted().reduce(into: Data()) { bytes, name in
            try bytes.append(Data(contentsOf: URL(fileURLWithPath: files.path + "/" + name)))
        }
    }

    func link(_ app: App = TestDevice.app, process: Int32 = 100) -> BrokerLink {
        BrokerLink(
            broker: device.broker,
            caller: Caller(app: app, process: ProcessIdentity(processID: process, userID: 1_000, startTime: 1)))
    }

    func unlock() throws {
        try device.unlock(passcode: SecretBytes(utf8: Self.passcode))
    }

    static func group(_ name: String) -> AccessGroup {
        guard let group = AccessGroup(rawValue: name) else { preconditionFailure("invalid group in a test: \(name)") }
        return group
    }
}

/// A folder for the files of a device, removed when it is deinitialized.
final class DeviceFiles: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/device-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

extension Argon2idParameters {
    /// The minimum that libsodium accepts: tests do not depend on its strength.
    static var cheapest: Argon2idParameters { Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1) }
}

final class TestClock: Sendable {
    private let seconds = Mutex(800_000_000.0)

    var now: Double { seconds.withLock { $0 } }

    func advance(by more: Double) {
        seconds.withLock { $0 += more }
    }
}

/// A user at the screen who follows the script, prompt by prompt, and cancels after its end.
final class ScriptedPerson: PromptInterface {
    enum Act: Sendable {
        case enter(String)
        case typePassword(String)
        case answerFace(isGranted: Bool)
        case confirmOnWatch
        case cancel
        case fallback
        /// Does nothing: the sensor or the app ends the prompt.
        case wait
        case then(@Sendable () -> Void)
    }

    private struct State {
        var acts: [Act] = []
        var prompts: [Prompt] = []
    }

    private let state = Mutex(State())

    /// Every prompt that was shown, in order.
    var prompts: [Prompt] { state.withLock(\.prompts) }

    func will(_ acts: Act...) {
        state.withLock { $0.acts += acts }
    }

    func show(_ prompt: Prompt, answer: @escaping @Sendable (PromptAnswer) -> Void) {
        let act = state.withLock { state -> Act in
            state.prompts.append(prompt)
            return state.acts.isEmpty ? .cancel : state.acts.removeFirst()
        }
        switch act {
        case .enter(let passcode): answer(.passcode(SecretBytes(utf8: passcode)))
        case .typePassword(let password): answer(.applicationPassword(SecretBytes(utf8: password)))
        case .answerFace(let isGranted): answer(.faceConsent(isGranted: isGranted))
        case .confirmOnWatch: answer(.confirmedOnWatch)
        case .cancel: answer(.cancel)
        case .fallback: answer(.fallback)
        case .wait: break
        case .then(let body): body()
        }
    }

    func hide(_ prompt: Prompt) {}
}
