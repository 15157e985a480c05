import Crypto
package import DeviceProtocol
import Glibc
import Synchronization

/// The apps of a device, with their sockets. An app is who its socket says it is: identity and groups are set here, when it is launched.
///
/// A launched app is installed: it stands in the device's file, and has the same socket, the same name and the same groups at every later
/// start, until it is uninstalled. So a program that runs on while the broker is started anew goes on with its next call.
package final class AppSockets: Sendable {
    /// The most apps that a device has.
    package static let limit = 100

    private struct Entry {
        let launched: LaunchedApp
        let server: BrokerServer

        var app: App { launched.app }
    }

    private let broker: Broker
    private let folder: String
    private let sharedFolder: SharedFolder?
    private let installed: InstalledApps
    private let entries = Mutex<[AccessGroup: Entry]>([:])

    /// Opens the sockets of every installed app. Throws `unavailable` where the file cannot be read or a socket cannot be had.
    init(
        broker: Broker, folder: String, sharedFolder: SharedFolder? = nil, installed: InstalledApps
    ) throws(DeviceRefusal) {
        self.broker = broker
        self.folder = folder
        self.sharedFolder = sharedFolder
        self.installed = installed
        do throws(DeviceRefusal) {
            for app in try installed.all().prefix(Self.limit) {
                _ = try entries.withLock { (entries) throws(DeviceRefusal) in try open(app.app, user: app.user, in: &entries) }
            }
        } catch {
            stop()
            throw error
        }
    }

    /// By identifier.
    package var all: [LaunchedApp] {
        entries.withLock { entries in
            entries.values.map(\.launched)
        }.sorted { $0.app.identifier.rawValue < $1.app.identifier.rawValue }
    }

    /// Opens the app's socket, or gives the one it has: an app that is named without groups is the one that is installed.
    ///
    /// Throws `badRequest` for an app that is installed with another usage text of Face ID, or with other groups, since a program that holds its socket would gain or lose items,
    /// past `limit`, and for one that is installed for another user.
    package func launch(_ app: App, user: UInt32? = nil) throws(DeviceRefusal) -> LaunchedApp {
        try entries.withLock { (entries) throws(DeviceRefusal) in
            if let entry = entries[app.identifier] {
                guard app.accessGroups.count == 1 || app.accessGroups == entry.app.accessGroups else {
                    throw .badRequest("\(app.identifier.rawValue) is installed with other access groups; uninstall it first")
                }
                guard app.faceUsage == nil || app.faceUsage == entry.app.faceUsage else {
                    throw .badRequest(
                        "\(app.identifier.rawValue) is installed with another usage text of Face ID; uninstall it first")
                }
                guard user == nil || user == entry.launched.user else {
                    throw .badRequest("\(app.identifier.rawValue) is installed for another user; uninstall it first")
                }
                return entry.launched
            }
            guard entries.count < Self.limit else { throw .badRequest("\(Self.limit) apps are installed already") }
            // Opened first: an app whose socket cannot be had is not installed.
            let launched = try open(app, user: user, in: &entries)
            do throws(DeviceRefusal) {
                try installed.put(InstalledApp(app: app, user: user), of: app.identifier)
            } catch {
                entries.removeValue(forKey: app.identifier)?.server.stop()
                throw error
            }
            return launched
        }
    }

    /// The same at the device's start, as its owner describes the app: groups that are named take the place of those it was installed with.
    package func install(_ app: App) throws(DeviceRefusal) -> LaunchedApp {
        let former = all.first { $0.app.identifier == app.identifier }
        var app = app
        if let former, app.accessGroups.count > 1, former.app.accessGroups != app.accessGroups {
            try uninstall(app.identifier)
            app = App(identifier: app.identifier, accessGroups: app.accessGroups, faceUsage: app.faceUsage ?? former.app.faceUsage)
        }
        return try launch(app, user: former?.user)
    }

    /// Closes the app's socket, takes back what it asks, and forgets its groups. Its items stay, as Apple's keychain keeps them, for the app that
    /// is launched under this name next. Throws `notFound` where it is not installed.
    package func uninstall(_ identifier: AccessGroup) throws(DeviceRefusal) {
        try entries.withLock { (entries) throws(DeviceRefusal) in
            guard let entry = entries[identifier] else { throw .item(.notFound) }
            try installed.remove(identifier)
            entries[identifier] = nil
            // While nobody else can open one at the same path.
            entry.server.stop()
        }
    }

    package func stop() {
        let servers = entries.withLock { entries in
            defer { entries = [:] }
            return entries.values.map(\.server)
        }
        for server in servers { server.stop() }
    }

    private func open(
        _ app: App, user: UInt32?, in entries: inout [AccessGroup: Entry]
    ) throws(DeviceRefusal) -> LaunchedApp {
        var folder = folder
        if user != nil {
            guard let sharedFolder else {
                throw .badRequest(
                    "\(app.identifier.rawValue) is for another user, who cannot enter the device's folder; start the device with --app-sockets"
                )
            }
            folder = sharedFolder.path
        }
        let launched = LaunchedApp(app: app, socket: Self.path(of: app.identifier, in: folder), user: user)
        entries[app.identifier] = Entry(
            launched: launched, server: try BrokerServer(broker: broker, app: app, path: launched.socket, user: user))
        return launched
    }

    /// The same for an app at every start. A digest, since identifiers may be longer than the path of a socket and hold anything.
    static func path(of identifier: AccessGroup, in folder: String) -> String {
        let digest = SHA256.hash(data: Array(identifier.rawValue.utf8)).prefix(8)
        let name = digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        return "\(folder)/app-\(name).sock"
    }
}

/// A folder in which the sockets of other users' apps stand: everybody can enter it, and only its owner can change what is in it.
struct SharedFolder: Sendable {
    let path: String

    /// Made where there is none. Throws `unavailable` for a folder of another user, one that others can write, and one that they cannot enter. Sockets that a
    /// broker that was killed has left there are removed.
    init(path: String) throws(DeviceRefusal) {
        if mkdir(path, 0o711) == 0 { chmod(path, 0o711) }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw .unavailable("\(path) is no folder") }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw .unavailable(
                "the folder \(path) can be written by others; only the user of the device may write there (mode 711)")
        }
        guard status.st_mode & 0o001 != 0 else {
            throw .unavailable("the folder \(path) is closed to the users of apps; let them enter it (mode 711)")
        }
        self.path = path
        DeviceFolder.removeSockets(in: path)
    }
}
