import Crypto
package import DeviceProtocol
import Synchronization

/// The sockets of a device's apps. An app is who its socket says it is: identity and groups are set here, when it is launched.
package final class AppSockets: Sendable {
    /// The most apps that a device serves at once.
    package static let limit = 100

    private struct Entry {
        let app: App
        let path: String
        let server: BrokerServer
    }

    private let broker: Broker
    private let folder: String
    private let entries = Mutex<[AccessGroup: Entry]>([:])

    package init(broker: Broker, folder: String) {
        self.broker = broker
        self.folder = folder
    }

    /// By identifier.
    package var all: [LaunchedApp] {
        entries.withLock { entries in
            entries.values.map { LaunchedApp(app: $0.app, socket: $0.path) }
        }.sorted { $0.app.identifier.rawValue < $1.app.identifier.rawValue }
    }

    /// Opens the app's socket, or gives the one it has. Throws `badRequest` for an app that has one with other groups, since a program that
    /// holds it would gain or lose items, and past `limit`.
    package func launch(_ app: App) throws(DeviceRefusal) -> LaunchedApp {
        let path = Self.path(of: app.identifier, in: folder)
        try entries.withLock { (entries) throws(DeviceRefusal) in
            if let entry = entries[app.identifier] {
                guard entry.app == app else {
                    throw .badRequest("\(app.identifier.rawValue) was launched with other access groups; start the device anew")
                }
                return
            }
            guard entries.count < Self.limit else { throw .badRequest("\(Self.limit) apps are launched already") }
            entries[app.identifier] = Entry(
                app: app, path: path, server: try BrokerServer(broker: broker, app: app, path: path))
        }
        return LaunchedApp(app: app, socket: path)
    }

    package func stop() {
        let servers = entries.withLock { entries in
            defer { entries = [:] }
            return entries.values.map(\.server)
        }
        for server in servers { server.stop() }
    }

    /// The same for an app at every start. A digest, since identifiers may be longer than the path of a socket and hold anything.
    static func path(of identifier: AccessGroup, in folder: String) -> String {
        let digest = SHA256.hash(data: Array(identifier.rawValue.utf8)).prefix(8)
        let name = digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        return "\(folder)/app-\(name).sock"
    }
}
