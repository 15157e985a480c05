internal import DeviceBroker
internal import DeviceProtocol
internal import Foundation
internal import Secrets

/// The place of what a subject measures.
enum Place {
    case folder(String)
    case tpm(socket: String, folder: String)
    case unix(String)

    struct Missing: Error {}

    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "folder": self = .folder(parts[1])
        case "tpm":
            let paths = parts[1].split(separator: ",").map(String.init)
            guard let socket = paths.first else { return nil }
            self = .tpm(socket: socket, folder: paths.last ?? "")
        case "unix": self = .unix(text)
        default: return nil
        }
    }

    /// A file of `name` in the folder.
    func file(_ name: String) throws -> String {
        guard case .folder(let folder) = self else { throw Missing() }
        return folder + "/" + name
    }

    /// The TPM by the name of its library.
    func tcti() throws -> String {
        guard case .tpm(let socket, _) = self else { throw Missing() }
        return "swtpm:path=" + socket
    }

    /// The connection of an app to the device, which has no passcode and so never prompts.
    func link() throws -> any DeviceLink {
        switch self {
        case .unix(let value): return CurrentDevice.link(named: value)
        case .folder, .tpm:
            let (enclave, folder) = try self.enclave()
            return try Self.link(to: enclave, in: folder)
        }
    }

    /// The enclave of a device in this process, without a broker, and the device's folder.
    func enclave() throws -> (any Enclave, DeviceFolder) {
        switch self {
        case .unix: throw Missing()
        case .folder(let folder):
            let device = try DeviceFolder(path: folder)
            guard
                let configuration = SoftwareEnclave.Configuration(
                    stateFile: device.enclaveState, hostKey: try device.hostKey(), opening: device.enclaveOpening)
            else { throw Missing() }
            return (try SoftwareEnclave(inProcess: configuration), device)
        case .tpm(let socket, let folder):
            let device = try DeviceFolder(path: folder)
            guard
                let configuration = TPMEnclave.Configuration(
                    tcti: "swtpm:path=" + socket, stateFile: device.enclaveState, opening: device.enclaveOpening)
            else { throw Missing() }
            return (try TPMEnclave(configuration), device)
        }
    }

    private static func link(to enclave: any Enclave, in folder: DeviceFolder) throws -> any DeviceLink {
        guard let app = AccessGroup(rawValue: "TEAM.com.example.app") else { throw Missing() }
        let device = try Device(
            file: .open(path: folder.keychain), enclave: enclave, sensor: SimulatedSensor(kind: .none),
            now: { Date.now.timeIntervalSinceReferenceDate })
        let process = ProcessIdentity(processID: 1, userID: 0, startTime: 0)
        return HeldLink(
            link: BrokerLink(broker: device.broker, caller: Caller(app: App(identifier: app), process: process)), folder: folder)
    }
}

/// Holds the folder's lock while the device is used.
private struct HeldLink: DeviceLink {
    let link: BrokerLink
    let folder: DeviceFolder

    func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8] {
        try link.exchange(message)
    }
}
