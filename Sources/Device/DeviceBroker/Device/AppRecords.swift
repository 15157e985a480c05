import DeviceProtocol
import FoundationEssentials
import GRDB
import Secrets

/// A table of the keychain's file with at most one record per app. Records are sealed under a key of the device and bound to the
/// app's name. The file reveals no name and no content, and a writer of the file cannot assign one app's record to another.
struct AppRecords<Record: WireValue & Sendable>: Sendable {
    private let file: KeychainFile
    private let table: String
    private let sealing: SealingKey
    private let naming: AuthenticationKey
    private let random: any RandomBytes

    /// Opens a table.
    ///
    /// - Parameters:
    ///   - table: a table with the columns `identifier` and `record`.
    ///   - content: the purpose of the key that seals the records; unique to the table.
    ///   - names: the purpose of the key that hashes the names; unique to the table.
    /// - Throws: `unavailable` if the enclave does not return the device's secret.
    init(
        in table: String, content: KeyPurpose, names: KeyPurpose, file: KeychainFile, enclave: any Enclave, random: any RandomBytes
    ) throws(DeviceError) {
        let key = try enclave.deviceKey()
        self.file = file
        self.table = table
        self.random = random
        sealing = key.sealingKey(for: content)
        naming = key.authenticationKey(for: names)
    }

    /// Returns all records. Records that cannot be opened are ignored, since this device did not write them.
    func all() throws(DeviceError) -> [Record] {
        do {
            let rows = try file.database.read { try Row.fetchAll($0, sql: "SELECT identifier, record FROM \(table)") }
            return rows.compactMap { row in
                guard let name = row["identifier"] as Data?, let sealed = row["record"] as Data? else { return nil }
                return record([UInt8](sealed), [UInt8](name))
            }
        } catch {
            throw .unavailable("cannot read the table \(table): \(error)")
        }
    }

    /// Returns the record of an app, or nil if no stored record can be opened.
    func record(of identifier: AccessGroup) throws(DeviceError) -> Record? {
        let name = naming.tag(for: identifier.message)
        do {
            let sealed = try file.database.read { connection in
                try Data.fetchOne(connection, sql: "SELECT record FROM \(table) WHERE identifier = ?", arguments: [Data(name)])
            }
            return sealed.flatMap { record([UInt8]($0), name) }
        } catch {
            throw .unavailable("cannot read the table \(table): \(error)")
        }
    }

    /// Stores the record of an app, replacing an existing one.
    func put(_ record: Record, of identifier: AccessGroup) throws(DeviceError) {
        let name = naming.tag(for: identifier.message)
        do {
            let sealed = try sealing.seal(record.message, boundTo: name, random: random).bytes
            try file.write { connection in
                try connection.execute(
                    sql: "INSERT OR REPLACE INTO \(table) (identifier, record) VALUES (?, ?)",
                    arguments: [Data(name), Data(sealed)])
            }
        } catch {
            throw .unavailable("cannot write the table \(table): \(error)")
        }
    }

    func remove(_ identifier: AccessGroup) throws(DeviceError) {
        let name = naming.tag(for: identifier.message)
        do {
            try file.write { connection in
                try connection.execute(sql: "DELETE FROM \(table) WHERE identifier = ?", arguments: [Data(name)])
            }
        } catch {
            throw .unavailable("cannot write the table \(table): \(error)")
        }
    }

    private func record(_ sealed: [UInt8], _ name: [UInt8]) -> Record? {
        guard let opened = try? sealing.open(Sealed(bytes: sealed), boundTo: name) else { return nil }
        return opened.withBytes { try? Record(message: Array($0)) }
    }
}

/// An installed app, as stored in the keychain's file.
struct InstalledApp: WireRecord {
    let app: App
    /// The only user whose programs may be this app. Nil for the broker's user.
    let user: UInt32?

    init(app: App, user: UInt32?) {
        self.app = app
        self.user = user
    }

    static let wire = WireForm(Self.init, .field(\.app), .field(\.user))
}

/// The installed apps of a device. An app whose record cannot be opened must be launched again.
typealias InstalledApps = AppRecords<InstalledApp>

extension InstalledApps {
    /// Opens the table. Throws `unavailable` if the enclave does not return the device's secret.
    init(file: KeychainFile, enclave: any Enclave, random: any RandomBytes) throws(DeviceError) {
        try self.init(
            in: "installed_apps", content: KeyPurpose("device-installed-apps"), names: KeyPurpose("device-installed-app-names"),
            file: file, enclave: enclave, random: random)
    }
}
