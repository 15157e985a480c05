import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import FoundationEssentials
import Synchronization

/// The extensions of the apps of a device that runs by itself: executables, in a sealed file of the device's folder.
///
/// An extension runs as the device's user, at the device alone, under the identity of its app. That of an app that is not installed, or is another user's, is not
/// started.
final class RegisteredExtensions: Sendable {
    /// The most that a device has.
    static let limit = 100
    /// Of one extension, the program's own name left out.
    static let mostArguments = 100

    /// One of them, as it is written down.
    struct Record: Codable, Equatable, Sendable {
        let app: String
        let path: String
        let arguments: [String]
        let infoPlist: Data
    }

    /// The form that is written.
    private struct Stored: Codable {
        var version = 1
        var extensions: [Record]
    }

    let installed: InstalledExtensions
    private let file: DurableFile
    private let broker: Broker
    private let ownApp: @Sendable (AccessGroup) -> App?
    private let records: Mutex<[Record]>

    /// Throws `unavailable` where the file cannot be read, is damaged, or of a later version.
    ///
    /// - Parameter ownApp: the installed app of this identifier; nil where there is none, or it is another user's.
    init(
        in folder: String, of device: Device, installed: InstalledExtensions, ownApp: @escaping @Sendable (AccessGroup) -> App?
    ) throws(DeviceRefusal) {
        self.installed = installed
        self.ownApp = ownApp
        broker = device.broker
        file = DurableFile(folder: folder, name: "extensions.sealed", sealedBy: device.fileKey)
        var known: [Record] = []
        if let bytes = try file.load() {
            guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)), stored.version == 1 else {
                throw .unavailable("\(file.path) is damaged, or of a later version")
            }
            known = stored.extensions
        }
        records = Mutex(known)
        // What an Info.plist declared was taken before; one that is not any more leaves the app without its extension.
        for record in known { try? begin(record) }
    }

    var all: [Record] { records.withLock { $0.sorted { $0.app < $1.app } } }

    /// Registers an app's extension, in place of the one that it had; durably when it returns.
    ///
    /// Throws `badRequest` for an Info.plist that declares no such extension, for an app that is not installed or is another user's, for a path that is not
    /// absolute or no executable, and past ``limit``.
    func register(_ record: Record) throws(DeviceRefusal) {
        guard let group = AccessGroup(rawValue: record.app), ownApp(group) != nil else {
            throw .badRequest("no app \(record.app) of this user is installed")
        }
        guard record.path.hasPrefix("/"), FileManager.default.isExecutableFile(atPath: record.path) else {
            throw .badRequest("\(record.path) is no executable")
        }
        guard record.arguments.count <= Self.mostArguments else {
            throw .badRequest("an extension is started with at most \(Self.mostArguments) arguments")
        }
        try change { (records) throws(DeviceRefusal) in
            records.removeAll { $0.app == record.app }
            guard records.count < Self.limit else { throw .badRequest("\(Self.limit) extensions are registered already") }
            try begin(record)
            records.append(record)
        }
    }

    /// Throws `notFound` where the app has none.
    func remove(_ app: AccessGroup) throws(DeviceRefusal) {
        try change { (records) throws(DeviceRefusal) in
            guard records.contains(where: { $0.app == app.rawValue }) else { throw .item(.notFound) }
            records.removeAll { $0.app == app.rawValue }
            if let identifier = try? AppIdentifier(app.rawValue) { installed.remove(identifier) }
        }
    }

    private func begin(_ record: Record) throws(DeviceRefusal) {
        guard let identifier = try? AppIdentifier(record.app), let group = AccessGroup(rawValue: record.app) else {
            throw .badRequest("\(record.app) names no app: ten capital letters and digits of a team, a dot, a bundle identifier")
        }
        let attributes: ExtensionAttributes
        do throws(ExtensionPlistError) {
            attributes = try ExtensionAttributes(infoPlist: record.infoPlist)
        } catch {
            throw .badRequest("the Info.plist declares no extension for upgrades: \(error)")
        }
        installed.install(
            InstalledExtension(
                app: identifier, attributes: attributes,
                program: ExecutableExtension<ModificationOrder, ModificationReport>(
                    path: record.path, arguments: record.arguments, broker: broker
                ) { [ownApp] in ownApp(group) }))
    }

    private func change(_ body: (inout [Record]) throws(DeviceRefusal) -> Void) throws(DeviceRefusal) {
        try records.withLock { (records) throws(DeviceRefusal) in
            var changed = records
            try body(&changed)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            guard let bytes = try? encoder.encode(Stored(extensions: changed)) else {
                throw .unavailable("the extensions cannot be written down")
            }
            try file.replace(by: [UInt8](bytes))
            records = changed
        }
    }
}
