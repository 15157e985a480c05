import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Foundation
import PasswordManager
import Synchronization
import WebClient

/// The system around the broker of a simulated device.
final class SimulatedServices: Sendable {
    let services: DeviceServices
    let sheets = SimulatedSheets()
    let browser = SimulatedBrowser()
    let network = SimulatedNetwork()
    /// What is saved, in the keychain. Keyboard, Settings and requests of apps all use this one.
    let passwords: DevicePasswords
    /// Which apps belong to which sites: what the device found out, and what a test said.
    let associations: SimulatedAssociations
    let settings = SystemSettings()
    let upgrades: SimulatedUpgrades
    /// The apps' extensions that provide credentials.
    let providers = InstalledProviders()
    let sites = KnownSites()
    /// Strong passwords that could not be saved yet.
    let unsavedPasswords: any UnsavedPasswords

    /// - Parameters:
    ///   - store: where accounts and consents last.
    ///   - associationStore: where what was found out about sites lasts.
    ///   - name: what tells the device from every other of the same account, for ever.
    init(
        _ device: Device, clock: SimulatedClock, store: any ServicesStore = VolatileServicesStore(),
        associationStore: any AssociationStore = VolatileAssociationStore(), name: String = UUID().uuidString
    ) throws(DeviceRefusal) {
        guard let service = try? AppleServiceClient(transport: network, base: SimulatedNetwork.placeholder),
            let name = DeviceName(rawValue: name)
        else { throw .unavailable("there is no way to Apple's service") }
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
        let upgrades = SimulatedUpgrades(associations: associations, sites: sites)
        let services = try DeviceServices(
            DeviceServices.Parts(
                store: store, service: service, passwords: offered, device: name.rawValue, browser: browser.driver,
                associations: associations, upgrades: upgrades.parts(passwords, now: { clock.now }),
                providers: ProviderParts(installed: providers, changed: { settings.announceChange() })),
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
        unsavedPasswords = KeychainUnsavedPasswords(link: BrokerLink.system(device.broker), group: .webCredentials)
        self.upgrades = upgrades
    }

    /// The device is gone.
    func stop() {
        services.stop()
        associations.found.stop()
        settings.disconnect()
    }
}

/// What parts of the system ask each other on a simulated device, and whom they tell.
final class SystemSettings: Sendable {
    private struct State {
        var account: @Sendable () -> AppleAccount? = { nil }
        var autoFill = AutoFillSettings()
        var changed: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    /// The Apple account that the device is signed in to.
    var account: AppleAccount? { state.withLock(\.account)() }

    /// What the person set about AutoFill, for requests of apps too.
    var autoFill: AutoFillSettings {
        get { state.withLock(\.autoFill) }
        set { state.withLock { $0.autoFill = newValue } }
    }

    /// From now on `body` is called after saved passwords or associations have changed: from any thread, also within a change that the caller makes,
    /// so that it must take no lock that is held then.
    func onChange(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.changed = body }
    }

    func announceChange() {
        state.withLock(\.changed)()
    }

    func connect(account: @escaping @Sendable () -> AppleAccount?) {
        state.withLock { $0.account = account }
    }

    /// Ends what holds the parts to each other.
    func disconnect() {
        state.withLock { $0 = State() }
    }
}
