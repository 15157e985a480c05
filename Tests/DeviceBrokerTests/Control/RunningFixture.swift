import DeviceProtocol
import Foundation
import Secrets
import TestKit
import Threads

@testable import DeviceBroker

/// A device in a folder, with its sockets, its enclave in this process, and a timeout that a test triggers.
final class RunningFixture: Sendable {
    let files: DeviceFiles
    let timeout = ManualTimeout()
    let clock = TestClock()
    let running: RunningDevice

    /// With the files of an earlier device it is the same device.
    init(files: DeviceFiles? = nil, biometry: Mechanisms.BiometryKind = .fingerprint, appSockets: String? = nil) throws {
        let files = try files ?? DeviceFiles()
        self.files = files
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: files.path)
        let folder = try DeviceFolder(path: files.path)
        let configuration = SoftwareEnclave.Configuration(
            stateFile: folder.enclaveState, hostKey: try folder.hostKey(), opening: folder.enclaveOpening)
        guard let configuration else { throw CocoaError(.fileNoSuchFile) }
        running = try RunningDevice(
            folder: folder, enclave: SoftwareEnclave(inProcess: configuration), sensor: .simulated(biometry),
            timeout: timeout.timeout, passcodeCost: .cheapest, appSockets: appSockets, now: { [clock] in clock.now })
    }

    var path: String { running.folder.controlSocket }

    func owner() throws -> ControlLink { try ControlLink(path: path) }

    func status() throws -> DeviceStatus? {
        if case .status(let status) = try owner().perform(.status) { status } else { nil }
    }

    /// With a passcode and an enrolled face.
    func setUp() throws {
        let owner = try owner()
        try owner.perform(.setPasscode(Self.passcode))
        try owner.perform(.enrol(Self.face))
    }

    func app(_ app: App = TestDevice.app) throws -> SocketLink {
        SocketLink(path: try running.launch(app).socket)
    }

    /// Reads the password of alice on a separate thread.
    func find(_ link: any DeviceLink) -> Inbox<Result<FoundItems, DeviceError>> {
        let answer = Inbox<Result<FoundItems, DeviceError>>()
        _ = WorkerThread.start {
            do throws(DeviceError) {
                answer.put(.success(try link.perform(FindItems.password())))
            } catch {
                answer.put(.failure(error))
            }
        }
        return answer
    }

    static let passcode = SecretBytes(utf8: "2468")
    static let face: TemplateName = {
        guard let name = TemplateName(rawValue: "me") else { preconditionFailure("invalid name in a test") }
        return name
    }()
    static let secret = Array("s3cret-Value".utf8)
}

extension DeviceFiles {
    /// Runs the device of these files once. After the body, the broker has ended.
    func withDevice(appSockets: String? = nil, _ body: (RunningFixture) throws -> Void) throws {
        let fixture = try start(appSockets)
        defer { try? fixture.running.stop() }
        try body(fixture)
    }

    /// Threads of the previous run release their resources shortly after its end.
    private func start(_ appSockets: String?) throws -> RunningFixture {
        while true {
            do {
                return try RunningFixture(files: self, appSockets: appSockets)
            } catch let error as EnclaveError where error.code == .busy {
                usleep(1_000)
            } catch DeviceError.unavailable(let reason) where reason.contains("another broker") {
                usleep(1_000)
            }
        }
    }
}

/// A timeout that a test triggers.
final class ManualTimeout: Sendable {
    private let waiting = Watched<[@Sendable () -> Void]>([])

    var timeout: PromptTimeout {
        PromptTimeout { [self] over in waiting.change { $0.append(over) } }
    }

    var count: Int { waiting.value.count }

    /// Blocks until a timeout is pending.
    func waitForStart() {
        waiting.waitUntil { !$0.isEmpty }
    }

    /// Triggers all pending timeouts.
    func end() {
        let over = waiting.change { waiting in
            defer { waiting = [] }
            return waiting
        }
        for body in over { body() }
    }
}

extension ControlLink {
    /// The next prompt.
    func nextPrompt() throws -> PromptText? {
        if case .prompt(let prompt) = try perform(.nextPrompt) { prompt } else { nil }
    }
}
