import ArgumentParser
import DeviceProtocol
import Foundation

/// Which app of which device the keychain is used as.
struct KeychainOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The app's socket: unix: and its path. Without it, what LATCHKEY_DEVICE says.", valueName: "unix:path"))
    var device: String?

    /// Asks the device. Throws a ``CommandFailure`` for what it refuses.
    func ask<Request: DeviceRequest>(_ request: Request) throws -> Request.Answer {
        do throws(DeviceRefusal) {
            return try link().perform(request)
        } catch {
            throw CommandFailure(refused: error)
        }
    }

    /// The items that are found; none where there is none. Otherwise as ``ask(_:)``.
    func find(_ request: FindItems) throws -> [FoundItem] {
        do throws(DeviceRefusal) {
            return try link().perform(request).items
        } catch .item(.notFound) {
            return []
        } catch {
            throw CommandFailure(refused: error)
        }
    }

    func validate() throws {
        guard let device, !(CurrentDevice.link(named: device) is SocketLink) else { return }
        throw ValidationError("--device takes unix: and the path of a socket, as `latchkey device launch` prints it")
    }

    private func link() throws(DeviceRefusal) -> any DeviceLink {
        let named = device ?? ProcessInfo.processInfo.environment[CurrentDevice.variable]
        let link = CurrentDevice.link(named: named)
        guard link is SocketLink else {
            throw .badRequest(
                "no app's socket is named: \(CurrentDevice.variable) \(named == nil ? "is not set" : "is not unix: and a path")")
        }
        return link
    }
}
