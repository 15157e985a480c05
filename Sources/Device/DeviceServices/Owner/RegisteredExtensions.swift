import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import FoundationEssentials
import Synchronization

/// The extensions of the apps of a device that runs on its own: executables, listed in a sealed file in the device's folder.
///
/// An extension runs as the device's user, with a connection to the device only, under the identity of its app. An extension is not
/// started if its app is not installed or belongs to another user.
final class RegisteredExtensions: Sendable {
    /// The maximum number of extensions.
    static let limit = 100
    /// The maximum number of arguments of an extension, without the program's name.
    static let mostArguments = 100

    /// A stored extension.
    struct Record: Codable, Equatable, Sendable {
        let app: String
        let path: String
        let arguments: [String]
        let infoPlist: Data
    }

    /// The stored form.
    private struct Stored: Codable {
        var version = 1
        var extensions: [Record]
    }

    let installed: InstalledExtensions
    private let file: DurableFile
    private let broker: Broker
    private let ownApp: @Sendable (AccessGroup) -> App?
    private let records: Mutex<[Record]>

    /// Loads the registered extensions. Throws `unavailable` if the file cannot be read, is damaged, or has a later version.
    ///
    /// - Parameter ownApp: returns the installed app with this identifier; nil if it does not exist or belongs to another user.
    init(
        in folder: String, of device: Device, installed: InstalledExtensions, ownApp: @escaping @Sendable (AccessGroup) -> App?
    ) throws(DeviceError) {
        self.installed = installed
        self.ownApp = ownApp
        broker = device.broker
        file = DurableFile(folder: folder, name: "extensions.sealed", sealedBy: device.fileKey)
        var known: [Record] = []
        if let bytes = try file.load() {
            guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)), stored.version == 1 else {
                throw .unavailable("\(file.path) is damaged or has a later version")
            }
            known = stored.extensions
        }
        records = Mutex(known)
        // The Info.plist was valid at registration. If it no longer is, the app has no extension.
        for record in known { try? begin(record) }
    }

    var all: [Record] { records.withLock { $0.sorted { $0.app < $1.app } } }

    /// Registers an app's extension, in place of its previous one; durable on return.
    ///
    /// Throws `badRequest` if the Info.plist does not declare such an extension, or if the app is not installed or belongs to
    /// another user. Also throws it if the path is not absolute or not executable, or if ``limit`` is reached.
    func register(_ record: Record) throws(DeviceError) {
        guard let group = AccessGroup(rawValue: record.app), ownApp(group) != nil else {
            throw .badRequest("this user has not installed the app \(record.app)")
        }
        guard record.path.hasPrefix("/"), FileManager.default.isExecutableFile(atPath: record.path) else {
            throw .badRequest("\(record.path) is not executable")
        }
        guard record.arguments.count <= Self.mostArguments else {
            throw .badRequest("an extension can have at most \(Self.mostArguments) arguments")
        }
        try change { (records) throws(DeviceError) in
            records.removeAll { $0.app == record.app }
            guard records.count < Self.limit else { throw .badRequest("the limit of \(Self.limit) extensions is reached") }
            try begin(record)
            records.append(record)
        }
    }

    /// Removes an app's extension. Throws `notFound` if none exists.
    func remove(_ app: AccessGroup) throws(DeviceError) {
        try change { (records) throws(DeviceError) in
            guard records.contains(where: { $0.app == app.rawValue }) else { throw .item(.notFound) }
            records.removeAll { $0.app == app.rawValue }
            if let identifier = try? AppIdentifier(app.rawValue) { installed.remove(identifier) }
        }
    }

    private func begin(_ record: Record) throws(DeviceError) {
        guard let identifier = try? AppIdentifier(record.app), let group = AccessGroup(rawValue: record.app) else {
            throw .badRequest(
                "\(record.app) is not an application identifier: ten capital letters and digits of a team, a dot, a bundle identifier"
            )
        }
        let attributes: ExtensionAttributes
        do throws(ExtensionPlistError) {
            attributes = try ExtensionAttributes(infoPlist: record.infoPlist)
        } catch {
            throw .badRequest("the Info.plist does not declare an account-modification extension: \(error)")
        }
        installed.install(
            InstalledExtension(
                app: identifier, attributes: attributes,
                program: ExecutableExtension<ModificationOrder, ModificationReport>(
                    path: record.path, arguments: record.arguments, broker: broker, language: nil, traceparent: nil
                ) { [ownApp] in ownApp(group) }))
    }

    private func change(_ body: (inout [Record]) throws(DeviceError) -> Void) throws(DeviceError) {
        try records.withLock { (records) throws(DeviceError) in
            var changed = records
            try body(&changed)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            guard let bytes = try? encoder.encode(Stored(extensions: changed)) else {
                throw .unavailable("the list of extensions cannot be encoded")
            }
            try file.replace(by: [UInt8](bytes))
            records = changed
        }
    }
}
