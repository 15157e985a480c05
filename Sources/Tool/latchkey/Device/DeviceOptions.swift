import ArgumentParser
import DeviceBroker
import DeviceProtocol
import Foundation

/// Which running device is meant.
struct DeviceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The device's folder; without it, the one that LATCHKEY_DEVICE_STATE names.", valueName: "folder"))
    var state: String?

    func folder() throws -> String {
        guard let folder = state ?? ProcessInfo.processInfo.environment[Self.variable], !folder.isEmpty else {
            throw CommandFailure(
                .usage, "no device is named",
                hint: "name its folder with --state or in \(Self.variable); latchkey device run --state FOLDER starts one there")
        }
        return folder
    }

    /// A connection to its broker.
    func link() throws -> ControlLink {
        let path = DeviceFolder.controlSocket(in: try folder())
        do {
            return try ControlLink(path: path)
        } catch {
            throw CommandFailure(.failure, Words.of(error), hint: "start it: latchkey device run --state \(try folder().harmless)")
        }
    }

    /// Asks the device for one thing. Throws a ``CommandFailure`` for what it refuses.
    @discardableResult
    func ask(_ request: ControlRequest) throws -> ControlAnswer {
        let link = try link()
        do {
            return try link.perform(request)
        } catch {
            throw CommandFailure(refused: error)
        }
    }

    static let variable = "LATCHKEY_DEVICE_STATE"
}
