import AssociatedDomains
import DeviceProtocol
import DeviceServices
import Foundation
import PasswordManager
import Synchronization

/// What a simulated device has for upgrades of accounts: the apps' extensions, and somebody before their views.
final class SimulatedUpgrades: UpgradeInterface {
    private struct State {
        var cancels = false
        var shown: [ExtensionView] = []
        var standing: [UInt64: @Sendable () -> Void] = [:]
        /// Takes some milliseconds to make.
        var judge: WeaknessJudge?
    }

    let extensions: InstalledExtensions
    private let sites: KnownSites
    private let state = Mutex(State())

    init(associations: any DomainAssociations, sites: KnownSites) {
        self.sites = sites
        extensions = InstalledExtensions(associations: associations)
    }

    /// Everything that is needed, over the passwords that are saved.
    func parts(_ passwords: any CredentialStore, now: @escaping @Sendable () -> Date) -> UpgradeParts {
        UpgradeParts(store: passwords, extensions: extensions, now: now)
    }

    var shown: [ExtensionView] { state.withLock(\.shown) }

    var cancels: Bool {
        get { state.withLock(\.cancels) }
        set {
            let standing = state.withLock { state in
                state.cancels = newValue
                return newValue ? Array(state.standing.values) : []
            }
            for cancel in standing { cancel() }
        }
    }

    /// What finds out which saved passwords are weak, reused or leaked.
    var advice: SecurityRecommendations {
        let judge = state.withLock { state in
            let judge = state.judge ?? WeaknessJudge()
            state.judge = judge
            return judge
        }
        return SecurityRecommendations(
            judge: judge, leaks: sites.leaks, sharing: sites.quirks.related, extensions: extensions)
    }

    func present(_ view: UpgradeView, hands: UpgradeHands) {
        let cancels = state.withLock { state in
            state.shown.append(
                ExtensionView(app: view.app.description, user: view.user, site: view.site))
            state.standing[view.number] = hands.cancel
            return state.cancels
        }
        if cancels { hands.cancel() }
    }

    func show(_ screen: ShownScreen, in view: UpgradeView) {}

    func dismiss(_ view: UpgradeView) {
        state.withLock { _ = $0.standing.removeValue(forKey: view.number) }
    }
}

/// A view of an extension that the system has shown, with its Cancel button.
public struct ExtensionView: Hashable, Sendable {
    /// Whose extension: an application identifier.
    public let app: String
    /// The account's user name; empty where the person chooses one.
    public let user: String
    /// The account's site; empty where the person chooses one.
    public let site: String
}
