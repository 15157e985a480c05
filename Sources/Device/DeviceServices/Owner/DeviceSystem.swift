package import AssociatedDomains
package import DeviceBroker
package import DeviceProtocol
package import FoundationEssentials
import PasswordManager
import WebClient

/// The system of a device that runs on its own: Apple Account, saved passwords and associated domains, with files in the device's
/// folder and a socket for its owner.
package final class DeviceSystem: Sendable {
    private let services: DeviceServices
    private let associations: AssociationService
    private let server: OwnerServer<ServicesRequestHandler>

    /// Returns the path of the socket in the device's folder. A socket left by a killed device is removed at the next start.
    package static func socket(in folder: String) -> String { folder + "/system.sock" }

    /// Attaches the services to the device. Throws `unavailable` if one of their files cannot be read or the socket cannot be
    /// created.
    ///
    /// - Parameters:
    ///   - folder: the device's folder.
    ///   - apple: the client of Apple's service; nil for a device that is offline to Apple.
    ///   - ownApp: returns the installed app with this identifier; nil if it does not exist or belongs to another user. Extensions
    ///     run under its identity.
    ///   - loader: fetches association files from sites.
    ///   - timeout: the time for which a sheet waits for a screen.
    ///   - securityKey: the security key that apps can use; nil for a device without one.
    package init(
        _ device: Device, folder: String, apple: AppleServiceClient?, policy: DaemonPolicy, loader: any AssociationLoader,
        ownApp: @escaping @Sendable (AccessGroup) -> App?,
        timeout: PromptTimeout, securityKey: (any SecurityKey)? = nil, now: @escaping @Sendable () -> Date
    ) throws(DeviceError) {
        let associations = try AssociationService(
            store: FileAssociationStore(folder: folder, sealedBy: device.fileKey), policy: policy, loader: loader, now: now)
        guard let name = DeviceName(rawValue: try Self.name(in: folder)) else {
            throw .unavailable("\(folder)/name is damaged")
        }
        let passwords = DevicePasswords(
            device: name, broker: device.broker, account: { nil }, isOnline: { false }, now: now)
        let offered = KeychainPasswords(autoFill: { AutoFill(store: passwords, associations: associations) }, now: now)
        let noticeQueue = NoticeQueue(timeout: timeout)
        let screen = NoticeScreen(noticeQueue)
        let extensions = InstalledExtensions(associations: associations)
        let timer = SystemExtensionTimer()
        let registered = try RegisteredExtensions(in: folder, of: device, installed: extensions, ownApp: ownApp)
        let link = BrokerLink.system(device.broker)
        let passkeys = KeychainPasskeys(link: link)
        let services = try DeviceServices(
            DeviceServices.Parts(
                store: FileServicesStore(folder: folder, sealedBy: device.fileKey), service: apple, passwords: offered,
                passkeys: passkeys,
                exchange: CredentialExchange(
                    passwords: passwords, passkeys: passkeys, codes: KeychainVerificationCodes(link: link), now: now),
                fills: RecentFills(now: now), device: name.rawValue, browser: screen, associations: associations,
                upgrades: UpgradeParts(store: passwords, extensions: extensions, timer: timer, now: now),
                providers: ProviderParts(timer: timer), now: now),
            presence: device.presence, state: device.state)
        guard let upgrades = services.upgrades else { throw .unavailable("the device does not support account upgrades") }
        services.securityKeys.key = securityKey
        services.attach(screen)
        upgrades.attach(NoticeViews(noticeQueue))
        server = try OwnerServer(
            ServicesRequestHandler(
                noticeQueue: noticeQueue, settings: services.settings, associations: associations,
                upgrades: UpgradeCounter(registered: registered, coordinator: upgrades, store: passwords, presence: device.presence)
            ),
            path: Self.socket(in: folder))
        device.broker.attach(services)
        device.broker.attach(associations)
        self.services = services
        self.associations = associations
    }

    /// Fetches due association files and checks for consents that were revoked elsewhere. Blocks while Apple's service responds.
    package func timePassed() {
        associations.timePassed()
        // Resolves interrupted upgrades, and saves what could not be saved while the device was locked.
        services.upgrades?.resolvePending()
        // A service that does not respond changes nothing.
        try? services.settings.refresh()
    }

    /// Handles the device being switched off: ends all waits and removes the socket.
    package func stop() {
        services.attach(nil)
        services.upgrades?.attach(nil)
        services.stop()
        associations.stop()
        server.stop()
    }

    /// Returns the device's permanent identifier.
    private static func name(in folder: String) throws(DeviceError) -> String {
        let file = DurableFile(folder: folder, name: "name")
        if let bytes = try file.load() { return String(decoding: bytes, as: UTF8.self) }
        let name = UUID().uuidString
        try file.replace(by: Array(name.utf8))
        return name
    }
}
