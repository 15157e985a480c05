import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets

/// An app as it stands in the keychain's file.
struct InstalledApp: Sendable {
    let app: App
    /// Whose programs alone it is; absent: those of the broker's user.
    let user: UInt32?

    init(app: App, user: UInt32?) {
        self.app = app
        self.user = user
    }

    init(message: [UInt8]) throws(WireError) {
        var reader = WireReader(message)
        app = try reader.value()
        user = reader.remaining > 0 ? try reader.number() : nil
        try reader.finish()
    }

    var message: [UInt8] {
        var writer = WireWriter()
        writer.value(app)
        if let user { writer.number(user) }
        return writer.bytes
    }
}

/// The apps that a device knows, as they stand in the keychain's file. They are sealed under a key of the device, bound to their names: the
/// file shows no name and no group, and whoever writes it can give no app another group.
struct InstalledApps: Sendable {
    private let file: KeychainFile
    private let sealing: SealingKey
    private let naming: AuthenticationKey
    private let random: any RandomBytes

    /// Throws `unavailable` where the enclave does not give the device's secret.
    init(file: KeychainFile, enclave: any Enclave, random: any RandomBytes) throws(DeviceRefusal) {
        let key = try enclave.deviceKey()
        self.file = file
        self.random = random
        sealing = key.sealingKey(for: .installedApps)
        naming = key.authenticationKey(for: .installedAppNames)
    }

    /// An entry that does not open was written by nobody here, and is as good as none: its app is to be launched anew.
    func all() throws(DeviceRefusal) -> [InstalledApp] {
        do {
            let rows = try file.database.read { try Row.fetchAll($0, sql: "SELECT identifier, app FROM installed_apps") }
            return rows.compactMap { row in
                guard let name = row["identifier"] as Data?, let sealed = row["app"] as Data? else { return nil }
                return app(sealed: [UInt8](sealed), name: [UInt8](name))
            }
        } catch {
            throw .unavailable("the installed apps cannot be read: \(error)")
        }
    }

    /// Writes the app down, in place of what stands under its identifier.
    func put(_ app: InstalledApp) throws(DeviceRefusal) {
        let name = naming.tag(for: app.app.identifier.message)
        do {
            let sealed = try sealing.seal(app.message, boundTo: name, random: random).bytes
            try file.write { connection in
                try connection.execute(
                    sql: "INSERT OR REPLACE INTO installed_apps (identifier, app) VALUES (?, ?)",
                    arguments: [Data(name), Data(sealed)])
            }
        } catch {
            throw .unavailable("the installed apps cannot be written: \(error)")
        }
    }

    func remove(_ identifier: AccessGroup) throws(DeviceRefusal) {
        let name = naming.tag(for: identifier.message)
        do {
            try file.write { connection in
                try connection.execute(sql: "DELETE FROM installed_apps WHERE identifier = ?", arguments: [Data(name)])
            }
        } catch {
            throw .unavailable("the installed apps cannot be written: \(error)")
        }
    }

    private func app(sealed: [UInt8], name: [UInt8]) -> InstalledApp? {
        guard let opened = try? sealing.open(Sealed(bytes: sealed), boundTo: name) else { return nil }
        return opened.withBytes { try? InstalledApp(message: Array($0)) }
    }
}

extension KeyPurpose {
    fileprivate static let installedApps = KeyPurpose("device-installed-apps")
    fileprivate static let installedAppNames = KeyPurpose("device-installed-app-names")
}
