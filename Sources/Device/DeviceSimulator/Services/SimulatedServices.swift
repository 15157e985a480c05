import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Foundation
import PasswordManager
import Synchronization
import WebClient

/// The system services around the broker of a simulated device.
final class SimulatedServices: Sendable {
    let services: DeviceServices
    let sheets = SimulatedSheets()
    let browser = SimulatedBrowser()
    let network = SimulatedNetwork()
    /// The saved passwords, in the keychain. Keyboard, Settings and apps' requests share them.
    let passwords: DevicePasswords
    let passkeys: KeychainPasskeys
    /// The keys of verification codes, in the keychain.
    let codes: KeychainVerificationCodes
    /// All credentials, for an exchange with another password manager.
    let exchange: CredentialExchange
    /// The saved passwords that were just filled in.
    let fills: RecentFills
    /// The associations of apps and sites: results of the device, and settings of a test.
    let associations: SimulatedAssociations
    let settings = SystemSettings()
    let upgrades: SimulatedUpgrades
    /// The apps' credential provider extensions.
    let providers = InstalledProviders()
    let sites = KnownSites()
    /// The security key that the user inserted last.
    let ownSecurityKey = Mutex<SimulatedSecurityKey?>(nil)
    /// The strong passwords that could not be saved yet.
    let unsavedPasswords: any UnsavedPasswords

    /// Creates the services.
    ///
    /// - Parameters:
    ///   - store: Stores accounts and permissions.
    ///   - associationStore: Stores the results about sites.
    ///   - name: The permanent unique name of the device.
    init(
        _ device: Device, clock: SimulatedClock, store: any ServicesStore = VolatileServicesStore(),
        associationStore: any AssociationStore = VolatileAssociationStore(), name: String = UUID().uuidString
    ) throws(DeviceError) {
        guard let service = try? AppleServiceClient(transport: network, base: SimulatedNetwork.placeholder),
            let name = DeviceName(rawValue: name)
        else { throw .unavailable("no connection to Apple's service") }
        let (network, settings, sites) = (network, settings, sites)
        let associations = SimulatedAssociations(
            found: try AssociationService(
                store: associationStore, policy: DaemonPolicy(route: .direct), loader: network, now: { clock.now },
                changed: { settings.announceChange() }))
        let passwords = DevicePasswords(
            device: name, broker: device.broker, account: { settings.account }, isOnline: { network.isOnline },
            now: { clock.now }, changed: { settings.announceChange() })
        let offered = KeychainPasswords(
            autoFill: {
                AutoFill(store: passwords, associations: associations, quirks: sites.quirks, settings: settings.autoFill)
            }, now: { clock.now })
        let changed: @Sendable () -> Void = {
            passwords.synchronize()
            settings.announceChange()
        }
        let link = BrokerLink.system(device.broker)
        let passkeys = KeychainPasskeys(link: link, changed: changed)
        let codes = KeychainVerificationCodes(link: link, changed: changed)
        let exchange = CredentialExchange(passwords: passwords, passkeys: passkeys, codes: codes, now: { clock.now })
        let fills = RecentFills(now: { clock.now })
        let upgrades = SimulatedUpgrades(associations: associations, sites: sites)
        let services = try DeviceServices(
            DeviceServices.Parts(
                store: store, service: service, passwords: offered, passkeys: passkeys, exchange: exchange, fills: fills,
                device: name.rawValue, browser: browser.driver, associations: associations,
                upgrades: upgrades.parts(passwords, clock),
                providers: ProviderParts(
                    installed: providers, timer: clock, changed: { settings.announceChange() }),
                phoneNumber: { settings.phoneNumber }, now: { clock.now }),
            presence: device.presence, state: device.state)
        settings.connect { services.settings.account }
        services.attach(sheets.interface)
        services.upgrades?.attach(upgrades)
        services.providers.attach(upgrades)
        device.broker.attach(services)
        device.broker.attach(associations)
        self.services = services
        self.associations = associations
        self.passwords = passwords
        self.passkeys = passkeys
        self.codes = codes
        self.exchange = exchange
        self.fills = fills
        unsavedPasswords = KeychainUnsavedPasswords(link: BrokerLink.system(device.broker), group: .webCredentials)
        self.upgrades = upgrades
    }

    /// Stops the services of a released device.
    func stop() {
        services.stop()
        associations.found.stop()
        settings.disconnect()
    }
}

/// The settings that parts of the system share on a simulated device, and change notifications.
final class SystemSettings: Sendable {
    private struct State {
        var account: @Sendable () -> AppleAccount? = { nil }
        var autoFill = AutoFillSettings()
        var language = "en"
        var phoneNumber: String?
        var changed: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    /// The Apple Account of the device.
    var account: AppleAccount? { state.withLock(\.account)() }

    /// The AutoFill settings, which also apply to apps' requests.
    var autoFill: AutoFillSettings {
        get { state.withLock(\.autoFill) }
        set { state.withLock { $0.autoFill = newValue } }
    }

    /// The language that apps and extensions start in, as a BCP 47 tag.
    var language: String {
        get { state.withLock(\.language) }
        set { state.withLock { $0.language = newValue } }
    }

    /// The phone number of the device; nil if it has none.
    var phoneNumber: String? {
        get { state.withLock(\.phoneNumber) }
        set { state.withLock { $0.phoneNumber = newValue } }
    }

    /// Calls `body` after saved passwords or associations have changed. The call can come from any thread, even within a change
    /// by the caller, so `body` must not take a lock that is held then.
    func onChange(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.changed = body }
    }

    func announceChange() {
        state.withLock(\.changed)()
    }

    func connect(account: @escaping @Sendable () -> AppleAccount?) {
        state.withLock { $0.account = account }
    }

    /// Releases the references between the parts.
    func disconnect() {
        state.withLock { $0 = State() }
    }
}
