import Crypto
package import DeviceProtocol
import Glibc
import Secrets
import Synchronization

/// The apps of a device and their sockets. The socket identifies the app: launching sets its identity and groups.
///
/// A launched app is installed: it is stored in the device's file and keeps its socket, name and groups at each later start, until
/// it is uninstalled. A program that is still running after the broker restarts continues with its next call.
package final class AppSockets: Sendable {
    /// The maximum number of apps of a device.
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

    /// Opens the sockets of all installed apps. Throws `unavailable` if the file cannot be read or a socket cannot be opened.
    init(
        broker: Broker, folder: String, sharedFolder: SharedFolder? = nil, installed: InstalledApps
    ) throws(DeviceError) {
        self.broker = broker
        self.folder = folder
        self.sharedFolder = sharedFolder
        self.installed = installed
        do throws(DeviceError) {
            for app in try installed.all().prefix(Self.limit) {
                _ = try entries.withLock { (entries) throws(DeviceError) in try open(app.app, user: app.user, in: &entries) }
            }
        } catch {
            stop()
            throw error
        }
    }

    /// All apps, sorted by identifier.
    package var all: [LaunchedApp] {
        entries.withLock { entries in
            entries.values.map(\.launched)
        }.sorted { $0.app.identifier.rawValue < $1.app.identifier.rawValue }
    }

    /// Opens the app's socket, or returns the existing one. Without groups, this launches the installed app with its stored groups.
    ///
    /// Throws `badRequest` above `limit`, and for an app that is installed for another user or with another Face ID usage
    /// description. Also throws it for other groups, because a program that holds the socket would gain or lose items.
    package func launch(_ app: App, user: UInt32? = nil) throws(DeviceError) -> LaunchedApp {
        try entries.withLock { (entries) throws(DeviceError) in
            if let entry = entries[app.identifier] {
                guard app.accessGroups.count == 1 || app.accessGroups == entry.app.accessGroups else {
                    throw .badRequest("\(app.identifier.rawValue) is installed with other access groups; uninstall it first")
                }
                guard app.faceUsage == nil || app.faceUsage == entry.app.faceUsage else {
                    throw .badRequest(
                        "\(app.identifier.rawValue) is installed with another Face ID usage text; uninstall it first")
                }
                guard user == nil || user == entry.launched.user else {
                    throw .badRequest("\(app.identifier.rawValue) is installed for another user; uninstall it first")
                }
                return entry.launched
            }
            guard entries.count < Self.limit else { throw .badRequest("\(Self.limit) apps are already installed") }
            // Opened first, so that an app without a working socket is not installed.
            let launched = try open(app, user: user, in: &entries)
            do throws(DeviceError) {
                try installed.put(InstalledApp(app: app, user: user), of: app.identifier)
            } catch {
                entries.removeValue(forKey: app.identifier)?.server.stop()
                throw error
            }
            return launched
        }
    }

    /// Launches an app as the owner describes it when the device starts. The given groups replace the stored ones.
    package func install(_ app: App) throws(DeviceError) -> LaunchedApp {
        let former = all.first { $0.app.identifier == app.identifier }
        var app = app
        if let former, app.accessGroups.count > 1, former.app.accessGroups != app.accessGroups {
            try uninstall(app.identifier)
            app = App(identifier: app.identifier, accessGroups: app.accessGroups, faceUsage: app.faceUsage ?? former.app.faceUsage)
        }
        return try launch(app, user: former?.user)
    }

    /// Closes the app's socket, cancels its prompts and forgets its groups. Its items remain, as in Apple's keychain, for the next
    /// app with this identifier. Throws `notFound` if the app is not installed.
    package func uninstall(_ identifier: AccessGroup) throws(DeviceError) {
        try entries.withLock { (entries) throws(DeviceError) in
            guard let entry = entries[identifier] else { throw .item(.notFound) }
            try installed.remove(identifier)
            entries[identifier] = nil
            // Inside the lock, so that another thread cannot open a socket at the same path.
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
    ) throws(DeviceError) -> LaunchedApp {
        var folder = folder
        if user != nil {
            guard let sharedFolder else {
                throw .badRequest(
                    "\(app.identifier.rawValue) is for another user, who cannot enter the device's folder. Start the device with --app-sockets."
                )
            }
            folder = sharedFolder.path
        }
        let launched = LaunchedApp(app: app, socket: Self.path(of: app.identifier, in: folder), user: user)
        entries[app.identifier] = Entry(
            launched: launched, server: try BrokerServer(broker: broker, app: app, path: launched.socket, user: user))
        return launched
    }

    /// Returns the socket path of an app, the same at every start. It contains a digest, since identifiers may contain any
    /// characters and exceed the length of a socket path.
    static func path(of identifier: AccessGroup, in folder: String) -> String {
        let digest = SHA256.hash(data: Array(identifier.rawValue.utf8)).prefix(8)
        return "\(folder)/app-\(digest.hexadecimal).sock"
    }
}

/// A folder for the sockets of other users' apps. All users may enter it, and only its owner may change its contents.
struct SharedFolder: Sendable {
    let path: String

    /// Creates the folder if it does not exist, and removes sockets that a killed broker left there. Throws `unavailable` if the
    /// folder belongs to another user, is writable by other users, or cannot be entered by them.
    init(path: String) throws(DeviceError) {
        if mkdir(path, 0o711) == 0 { chmod(path, 0o711) }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw .unavailable("\(path) is not a folder") }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw .unavailable(
                "the folder \(path) must belong to this user and be writable only by it. Run chmod 711 \(path).")
        }
        guard status.st_mode & 0o001 != 0 else {
            throw .unavailable("other users cannot enter the folder \(path). Run chmod 711 \(path).")
        }
        self.path = path
        DeviceFolder.removeSockets(in: path)
    }
}
