import AssociatedDomains
import DeviceBroker
import DeviceProtocol
package import DeviceServices
import Dispatch
public import Foundation
public import OpenAuthenticationServices
package import PasswordManager
import Synchronization
import WebClient

extension DeviceSimulator {
    /// What became of an upgrade that the person started.
    public enum UpgradeResult: Hashable, Sendable {
        /// The account is upgraded, and what is saved with it.
        case done
        /// The person cancelled, and is told nothing.
        case cancelled
        /// What the person is told: the extension's words, where it has any.
        case failed(String?)
    }

    /// Installs an app's extension for modifying accounts, in place of the one that it had. It upgrades accounts of the sites that the app is associated
    /// with.
    ///
    /// - Parameters:
    ///   - principal: The principal class. One object of it is made for each upgrade, in this process.
    ///   - infoPlist: The extension's Info.plist, in XML or binary.
    ///   - app: The application identifier, with a team of ten characters; nil: the app of the test.
    /// - Throws: for an Info.plist that declares no such extension, with what is wrong and where; and where the identifier is none.
    public func installUpgradeExtension(
        _ principal: ASAccountAuthenticationModificationViewController.Type, infoPlist: Data, of app: String? = nil
    ) throws {
        let surroundings = try self.surroundings(of: app)
        let link = SimulatorLink(broker: device.broker, app: surroundings.app)
        try install(HostedProgram(principal: principal, link: link), infoPlist, surroundings.identifier)
    }

    /// Installs an app's extension that runs as a process of its own, as ``installUpgradeExtension(_:infoPlist:of:)`` installs one in this process.
    ///
    /// - Parameters:
    ///   - path: The executable: `@main` stands before its principal class.
    ///   - arguments: What it is started with, besides its own name.
    ///   - infoPlist: The extension's Info.plist, in XML or binary.
    ///   - app: The application identifier, with a team of ten characters; nil: the app of the test.
    /// - Throws: as there.
    public func installUpgradeExtension(
        at path: String, arguments: [String] = [], infoPlist: Data, of app: String? = nil
    ) throws {
        let surroundings = try self.surroundings(of: app)
        let program = ExecutableExtension<ModificationOrder, ModificationReport>(
            path: path, arguments: arguments, broker: device.broker
        ) { surroundings.app }
        try install(program, infoPlist, surroundings.identifier)
    }

    /// Installs what comes with an app; nil: the app has no extension any more.
    func install(_ new: PhoneExtension?, of app: String) throws {
        switch new?.program {
        case .hosted(let principal)?: try installUpgradeExtension(principal, infoPlist: new?.infoPlist ?? Data(), of: app)
        case .executable(let path, let arguments)?:
            try installUpgradeExtension(at: path, arguments: arguments, infoPlist: new?.infoPlist ?? Data(), of: app)
        case nil: services.upgrades.extensions.remove(try surroundings(of: app).identifier)
        }
    }

    /// Whom an extension stands for.
    func surroundings(of app: String?) throws -> (identifier: AppIdentifier, app: App) {
        let known = try app.map { try Self.app($0, []) } ?? ownApp
        guard let identifier = try? AppIdentifier(known.identifier.rawValue) else { throw SimulatorFailure.appName }
        return (identifier, known)
    }

    private func install(
        _ program: any ExtensionProgram<ModificationOrder, ModificationReport>, _ infoPlist: Data, _ app: AppIdentifier
    ) throws {
        let attributes = try ExtensionAttributes(infoPlist: infoPlist)
        services.upgrades.extensions.install(InstalledExtension(app: app, attributes: attributes, program: program))
        services.settings.announceChange()
    }

    /// In Settings, gives the account that is saved for the site a strong password, by an app's extension.
    public func upgradePassword(of user: String, at site: String) async -> UpgradeResult {
        await upgrade(user, site, .strongPassword)
    }

    /// In Settings, gives the account that is saved for the site Sign in with Apple in the place of its password, by an app's extension.
    public func convertToSignInWithApple(_ user: String, at site: String) async -> UpgradeResult {
        await upgrade(user, site, .signInWithApple)
    }

    /// Whether the person presses Cancel above the views of extensions: those that are shown, and those to come. False by default: the person leaves them to
    /// the extension.
    public var cancelsExtensionViews: Bool {
        get { services.upgrades.cancels }
        set { services.upgrades.cancels = newValue }
    }

    /// The views of extensions that were shown, in order.
    public var shownExtensionViews: [ExtensionView] { services.upgrades.shown }

    /// Ends what was broken off where the device knows how it ended, as it does when it starts and when it is unlocked.
    @discardableResult
    package func resolveUpgrades() -> [CredentialID: UpgradeSettlement] {
        services.services.upgrades?.resolvePending() ?? [:]
    }

    /// Ends an upgrade that was broken off as the person says, who has tried to sign in.
    @discardableResult
    package func settleUpgrade(of id: CredentialID, as word: AccountWord) -> UpgradeSettlement {
        services.services.upgrades?.settle(id, as: word) ?? .nothing
    }

    /// Blocks a thread of its own: those of tasks are as many as processors, and the extension needs them.
    private func upgrade(_ user: String, _ site: String, _ modification: AccountModification) async -> UpgradeResult {
        guard let host = try? DomainName(site), let id = CredentialID(server: host, user: user),
            let desk = services.services.upgrades
        else { return .failed(nil) }
        let outcome = await withCheckedContinuation { continuation in
            DispatchQueue(label: "device-simulator.upgrade").async {
                continuation.resume(returning: desk.upgrade(id, to: modification))
            }
        }
        switch outcome {
        case .done: return .done
        case .failed(let failure): return failure.code == .userCanceled ? .cancelled : .failed(failure.reason)
        }
    }
}

/// What a simulated device has for upgrades of accounts: the apps' extensions, and somebody before their views.
final class SimulatedUpgrades: ExtensionInterface {
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

    func present(_ view: ExtensionPresentation, controls: ExtensionControls) {
        let cancels = state.withLock { state in
            state.shown.append(
                ExtensionView(app: view.app.description, user: view.user, site: view.site))
            state.standing[view.number] = controls.cancel
            return state.cancels
        }
        if cancels { controls.cancel() }
    }

    func show(_ screen: ShownScreen, in view: ExtensionPresentation) {}

    func dismiss(_ view: ExtensionPresentation) {
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

/// The sites of a simulated network, as the device asks them where a password is changed.
struct SimulatedSites: WebTransport {
    let network: SimulatedNetwork

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse { try await network.sendToSite(request) }
}
