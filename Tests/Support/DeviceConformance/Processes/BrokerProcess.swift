import DeviceBroker
import DeviceParts
import DeviceProtocol
import DeviceSimulator
import Foundation

/// The broker's process, run by `DeviceHost`: a device in a folder, with its sockets, a stopped clock, and steps at which it can be
/// killed.
final class BrokerProcess: @unchecked Sendable {
    // One user at a time: SeparateProcessDevice keeps it behind a lock.
    typealias Failure = InteractiveProcess.Failure

    private let process: InteractiveProcess
    private let folder: TestFolder
    private var control: ControlLink?

    init(folder: TestFolder, tpm: SimulatedTPM?, biometry: DeviceSimulator.Biometry, dyingAt step: Int? = nil) throws {
        self.folder = folder
        process = try InteractiveProcess(
            Executables.host,
            ["run", folder.device, tpm.map { "tpm:\($0.tcti)" } ?? "software", biometry == .none ? "none" : "face"]
                + (step.map { ["self", String($0)] } ?? []),
            environment: ["TSS2_LOG": "all+none"])
    }

    var controlSocket: String { DeviceFolder.controlSocket(in: folder.device) }
    var processID: Int32 { process.processID }
    var isRunning: Bool { process.isRunning }
    var children: [Int32] { process.children }

    /// Returns the owner's connection.
    func owner() throws(DeviceError) -> ControlLink {
        if let control { return control }
        let link = try ControlLink(path: controlSocket)
        control = link
        return link
    }

    /// Returns the path of the app's socket.
    func launch(_ app: TestApp) throws -> String {
        guard let identifier = AccessGroup(rawValue: app.rawValue), let shared = AccessGroup(rawValue: TestApp.sharedGroup),
            case .launched(let launched) = try owner().perform(
                .launch(
                    App(
                        identifier: identifier, accessGroups: [identifier, shared],
                        faceUsage: FaceUsage(rawValue: DeviceSimulator.usualFaceIDUsage))))
        else { throw Failure(words: "\(app) is not launched") }
        return launched.socket
    }

    @discardableResult
    func say(_ line: String) throws -> String { try process.say(line) }

    func kill() { process.kill() }
    func wait() { process.wait() }
}
