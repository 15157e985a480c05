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
        try ask { (link) throws(DeviceRefusal) in try link.perform(request) }
    }

    /// The same for several requests of one link, which share its contexts.
    func ask<Value>(_ body: (SocketLink) throws(DeviceRefusal) -> Value) throws -> Value {
        let link = try link()
        do throws(DeviceRefusal) {
            return try body(link)
        } catch {
            throw Self.failure(error)
        }
    }

    /// The items that are found; none where there is none. Otherwise as ``ask(_:)``.
    func find(_ request: FindItems) throws -> [FoundItem] {
        let link = try link()
        do throws(DeviceRefusal) {
            return try link.find(request)
        } catch .item(.notFound) {
            return []
        } catch {
            throw Self.failure(error)
        }
    }

    func validate() throws {
        guard let device, !(CurrentDevice.link(named: device) is SocketLink) else { return }
        throw ValidationError("--device takes unix: and the path of a socket, as `latchkey device launch` prints it")
    }

    private func link() throws -> SocketLink {
        let named = device ?? ProcessInfo.processInfo.environment[CurrentDevice.variable]
        guard let link = CurrentDevice.link(named: named) as? SocketLink else {
            let words =
                named == nil ? "no app's socket is named" : "\(CurrentDevice.variable) is not unix: and the path of a socket"
            throw CommandFailure(
                .usage, words, hint: "name it with --device or in \(CurrentDevice.variable), as this prints it: \(Self.launch)")
        }
        return link
    }

    private static func failure(_ refusal: DeviceRefusal) -> CommandFailure {
        let failure = CommandFailure(refused: refusal)
        guard case .unavailable = refusal else { return failure }
        return CommandFailure(
            failure.status, failure.messages,
            hint: "start the device (latchkey device run --state FOLDER) and open the app: \(launch)")
    }

    private static let launch = "latchkey device launch TEAM.com.example.app --state FOLDER"
}
