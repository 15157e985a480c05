package import AssociatedDomains
package import DeviceBroker
package import DeviceProtocol
package import FoundationEssentials
import PasswordManager
import WebClient

/// The system around a device that runs by itself: its Apple account, saved passwords and associated domains, with files in the device's folder and a
/// socket for its owner.
package final class DeviceSystem: Sendable {
    private let services: DeviceServices
    private let associations: AssociationService
    private let server: OwnerServer<ServicesDesk>

    /// The name of the socket in the device's folder. Sockets that a device left there when it was killed go at the next start.
    package static func socket(in folder: String) -> String { folder + "/system.sock" }

    /// Attaches the services to the device. Throws `unavailable` where a file of theirs cannot be read, or the socket cannot be had.
    ///
    /// - Parameters:
    ///   - folder: the device's.
    ///   - apple: the way to Apple's service; nothing: the device is offline as far as Apple is concerned.
    ///   - ownApp: the installed app of this identifier; nil where there is none, or it is another user's. Extensions of apps run under its identity.
    ///   - loader: asks sites for their association files.
    ///   - patience: how long a sheet waits for a screen.
    package init(
        _ device: Device, folder: String, apple: AppleServiceClient?, policy: DaemonPolicy, loader: any AssociationLoader,
        ownApp: @escaping @Sendable (AccessGroup) -> App?,
        patience: Patience, now: @escaping @Sendable () -> Date
    ) throws(DeviceRefusal) {
        let associations = try AssociationService(
            store: FileAssociationStore(folder: folder), policy: policy, loader: loader, now: now)
        guard let name = DeviceName(rawValue: try Self.name(in: folder)) else {
            throw .unavailable("\(folder)/name is damaged")
        }
        let passwords = DevicePasswords(
            device: name, broker: device.broker, account: { nil }, isOnline: { false }, now: now)
        let offered = KeychainPasswords(autoFill: { AutoFill(store: passwords, associations: associations) }, now: now)
        let board = OwnerBoard(patience: patience)
        let screen = BoardScreen(board)
        let extensions = InstalledExtensions(associations: associations)
        let registered = try RegisteredExtensions(in: folder, of: device, installed: extensions, ownApp: ownApp)
        let services = try DeviceServices(
            DeviceServices.Parts(
                store: FileServicesStore(folder: folder, sealedBy: device.fileKey), service: apple, passwords: offered,
                device: name.rawValue, browser: screen, associations: associations,
                upgrades: UpgradeParts(store: passwords, extensions: extensions, now: now)),
            presence: device.presence, state: device.state)
        guard let upgrades = services.upgrades else { throw .unavailable("the device upgrades no accounts") }
        services.attach(screen)
        upgrades.attach(BoardViews(board))
        server = try OwnerServer(
            ServicesDesk(
                board: board, settings: services.settings, associations: associations,
                upgrades: UpgradeCounter(registered: registered, desk: upgrades, store: passwords, presence: device.presence)),
            path: Self.socket(in: folder))
        device.broker.attach(services)
        device.broker.attach(associations)
        self.services = services
        self.associations = associations
    }

    /// Time may have passed: sites that are due are asked again, and whether consents were revoked elsewhere. Blocks while Apple's service answers.
    package func timePassed() {
        associations.timePassed()
        // What broke off may be known by now, and what could not be saved while the device was locked is saved.
        services.upgrades?.resolvePending()
        // A service that does not answer changes nothing.
        try? services.settings.refresh()
    }

    /// The device is switched off: what waits is interrupted, and the socket is gone when it returns.
    package func stop() {
        services.attach(nil)
        services.upgrades?.attach(nil)
        services.stop()
        associations.stop()
        server.stop()
    }

    /// What tells the device from every other, for ever.
    private static func name(in folder: String) throws(DeviceRefusal) -> String {
        let file = DurableFile(folder: folder, name: "name")
        if let bytes = try file.load() { return String(decoding: bytes, as: UTF8.self) }
        let name = UUID().uuidString
        try file.replace(by: Array(name.utf8))
        return name
    }
}
