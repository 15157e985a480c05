import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets

/// One record for each of some apps, in a table of the keychain's file. Records are sealed under a key of the device and bound to the apps' names: the
/// file shows no name and no content, and whoever writes it can give no app what is another's.
struct AppRecords<Record: WireValue & Sendable>: Sendable {
    private let file: KeychainFile
    private let table: String
    private let sealing: SealingKey
    private let naming: AuthenticationKey
    private let random: any RandomBytes

    /// - Parameters:
    ///   - table: Its columns are `identifier` and `record`.
    ///   - content: What the key of the records is for, and `names` that of their names: each table has its own.
    /// - Throws: `unavailable` where the enclave does not give the device's secret.
    init(
        in table: String, content: KeyPurpose, names: KeyPurpose, file: KeychainFile, enclave: any Enclave, random: any RandomBytes
    ) throws(DeviceRefusal) {
        let key = try enclave.deviceKey()
        self.file = file
        self.table = table
        self.random = random
        sealing = key.sealingKey(for: content)
        naming = key.authenticationKey(for: names)
    }

    /// A record that does not open was written by nobody here, and is as good as none.
    func all() throws(DeviceRefusal) -> [Record] {
        do {
            let rows = try file.database.read { try Row.fetchAll($0, sql: "SELECT identifier, record FROM \(table)") }
            return rows.compactMap { row in
                guard let name = row["identifier"] as Data?, let sealed = row["record"] as Data? else { return nil }
                return record([UInt8](sealed), [UInt8](name))
            }
        } catch {
            throw .unavailable("\(table) cannot be read: \(error)")
        }
    }

    /// The record of an app; nil where there is none that opens.
    func record(of identifier: AccessGroup) throws(DeviceRefusal) -> Record? {
        let name = naming.tag(for: identifier.message)
        do {
            let sealed = try file.database.read { connection in
                try Data.fetchOne(connection, sql: "SELECT record FROM \(table) WHERE identifier = ?", arguments: [Data(name)])
            }
            return sealed.flatMap { record([UInt8]($0), name) }
        } catch {
            throw .unavailable("\(table) cannot be read: \(error)")
        }
    }

    /// Writes the record of an app down, in place of the one that stands there.
    func put(_ record: Record, of identifier: AccessGroup) throws(DeviceRefusal) {
        let name = naming.tag(for: identifier.message)
        do {
            let sealed = try sealing.seal(record.message, boundTo: name, random: random).bytes
            try file.write { connection in
                try connection.execute(
                    sql: "INSERT OR REPLACE INTO \(table) (identifier, record) VALUES (?, ?)",
                    arguments: [Data(name), Data(sealed)])
            }
        } catch {
            throw .unavailable("\(table) cannot be written: \(error)")
        }
    }

    func remove(_ identifier: AccessGroup) throws(DeviceRefusal) {
        let name = naming.tag(for: identifier.message)
        do {
            try file.write { connection in
                try connection.execute(sql: "DELETE FROM \(table) WHERE identifier = ?", arguments: [Data(name)])
            }
        } catch {
            throw .unavailable("\(table) cannot be written: \(error)")
        }
    }

    private func record(_ sealed: [UInt8], _ name: [UInt8]) -> Record? {
        guard let opened = try? sealing.open(Sealed(bytes: sealed), boundTo: name) else { return nil }
        return opened.withBytes { try? Record(message: Array($0)) }
    }
}

/// An app as it stands in the keychain's file.
struct InstalledApp: WireRecord {
    let app: App
    /// Whose programs alone it is; absent: those of the broker's user.
    let user: UInt32?

    init(app: App, user: UInt32?) {
        self.app = app
        self.user = user
    }

    static let wire = WireForm(Self.init, .field(\.app), .field(\.user))
}

/// The apps that a device knows. One whose record does not open is to be launched anew.
typealias InstalledApps = AppRecords<InstalledApp>

extension InstalledApps {
    /// Throws `unavailable` where the enclave does not give the device's secret.
    init(file: KeychainFile, enclave: any Enclave, random: any RandomBytes) throws(DeviceRefusal) {
        try self.init(
            in: "installed_apps", content: KeyPurpose("device-installed-apps"), names: KeyPurpose("device-installed-app-names"),
            file: file, enclave: enclave, random: random)
    }
}
