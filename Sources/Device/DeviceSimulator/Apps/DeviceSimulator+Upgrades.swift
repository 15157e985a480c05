import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceScreens
package import DeviceServices
import Dispatch
public import Foundation
public import OpenAuthenticationServices
package import PasswordManager
import Synchronization
import WebClient

extension DeviceSimulator {
    /// The result of an upgrade that the user started.
    public enum UpgradeResult: Hashable, Sendable {
        /// The account and its saved password are upgraded.
        case done
        /// The user cancelled; no message is shown.
        case cancelled
        /// The upgrade failed. The text is the extension's message to the user, if it has one.
        case failed(String?)
    }

    /// Installs an app's account modification extension, and replaces an earlier one. It upgrades accounts of the sites that are
    /// associated with the app.
    ///
    /// - Parameters:
    ///   - principal: The principal class. Each upgrade creates one object of it, in this process.
    ///   - infoPlist: The extension's Info.plist, in XML or binary.
    ///   - app: The application identifier, with a team ID of ten characters; nil for the app of the test.
    /// - Throws: If the Info.plist does not declare such an extension, with the reason and the key; and for a malformed
    ///   identifier.
    public func installUpgradeExtension(
        _ principal: ASAccountAuthenticationModificationViewController.Type, infoPlist: Data, of app: String? = nil
    ) throws {
        let appEnvironment = try self.appEnvironment(of: app)
        let link = SimulatorLink(broker: device.broker, app: appEnvironment.app)
        try install(
            HostedProgram(
                principal: principal, link: link, language: currentLanguage, traceparent: currentTraceparent(of: appEnvironment.app)
            ),
            infoPlist, appEnvironment.identifier)
    }

    /// Installs an app's extension as a separate process; compare ``installUpgradeExtension(_:infoPlist:of:)``.
    ///
    /// - Parameters:
    ///   - path: The executable, whose principal class is marked `@main`.
    ///   - arguments: The command-line arguments, without the program's name.
    ///   - infoPlist: The extension's Info.plist, in XML or binary.
    ///   - app: The application identifier, with a team ID of ten characters; nil for the app of the test.
    /// - Throws: The errors of ``installUpgradeExtension(_:infoPlist:of:)``.
    public func installUpgradeExtension(
        at path: String, arguments: [String] = [], infoPlist: Data, of app: String? = nil
    ) throws {
        let appEnvironment = try self.appEnvironment(of: app)
        let program = ExecutableExtension<ModificationOrder, ModificationReport>(
            path: path, arguments: arguments, broker: device.broker, language: currentLanguage,
            traceparent: currentTraceparent(of: appEnvironment.app)
        ) { appEnvironment.app }
        try install(program, infoPlist, appEnvironment.identifier)
    }

    /// Installs an app's extension; nil removes it.
    func install(_ new: PhoneExtension?, of app: String) throws {
        switch new?.program {
        case .hosted(let principal)?: try installUpgradeExtension(principal, infoPlist: new?.infoPlist ?? Data(), of: app)
        case .executable(let path, let arguments)?:
            try installUpgradeExtension(at: path, arguments: arguments, infoPlist: new?.infoPlist ?? Data(), of: app)
        case nil: services.upgrades.extensions.remove(try appEnvironment(of: app).identifier)
        }
    }

    /// Returns the language of the device, whenever an extension starts.
    var currentLanguage: @Sendable () -> String {
        return { [settings = services.settings] in settings.language }
    }

    /// Returns the position in a trace of an extension of an app, whenever it starts.
    private func currentTraceparent(of app: App) -> @Sendable () -> String? {
        // The upgrades hold the extension that calls this.
        return { [weak upgrades = services.upgrades] in upgrades?.traceparent(of: app.identifier.rawValue) }
    }

    /// Returns the identity of an extension's process.
    func appEnvironment(of app: String?) throws -> (identifier: AppIdentifier, app: App) {
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

    /// Replaces the saved password of an account with a strong one from Settings, through an app's extension.
    public func upgradePassword(of user: String, at site: String) async -> UpgradeResult {
        await upgrade(user, site, .strongPassword)
    }

    /// Replaces the saved password of an account with Sign in with Apple from Settings, through an app's extension.
    public func convertToSignInWithApple(_ user: String, at site: String) async -> UpgradeResult {
        await upgrade(user, site, .signInWithApple)
    }

    /// Whether the user presses Cancel above the visible and all later views of extensions. False by default: the user leaves
    /// them open.
    public var cancelsExtensionViews: Bool {
        get { services.upgrades.cancels }
        set { services.upgrades.cancels = newValue }
    }

    /// The views of extensions that were shown, in order.
    public var shownExtensionViews: [ExtensionView] { services.upgrades.shown }

    /// The title of the button that the user presses, once, as soon as the view of an extension shows it; nil for none.
    package var pressesInExtensionView: String? {
        get { services.upgrades.button }
        set { services.upgrades.button = newValue }
    }

    /// Completes interrupted upgrades whose outcome the device knows, as it does at start and at unlock.
    @discardableResult
    package func resolveUpgrades() -> [CredentialID: UpgradeSettlement] {
        services.services.upgrades?.resolvePending() ?? [:]
    }

    /// Completes an interrupted upgrade with the outcome that the user found by signing in.
    @discardableResult
    package func settleUpgrade(of id: CredentialID, as workingCredential: WorkingCredential) -> UpgradeSettlement {
        services.services.upgrades?.settle(id, as: workingCredential) ?? .nothing
    }

    /// Performs an upgrade on a dedicated thread, which it blocks: the cooperative pool has one thread per processor, and the
    /// extension needs those.
    private func upgrade(_ user: String, _ site: String, _ modification: AccountModification) async -> UpgradeResult {
        guard let host = try? DomainName(site), let id = CredentialID(server: host, user: user),
            let coordinator = services.services.upgrades
        else { return .failed(nil) }
        let outcome = await withCheckedContinuation { continuation in
            DispatchQueue(label: "device-simulator.upgrade").async {
                continuation.resume(returning: coordinator.upgrade(id, to: modification))
            }
        }
        switch outcome {
        case .done: return .done
        case .failed(let failure): return failure.code == .userCanceled ? .cancelled : .failed(failure.reason)
        }
    }
}

/// The upgrade services of a simulated device: the apps' extensions, and the user in front of their views.
final class SimulatedUpgrades: ExtensionInterface {
    private struct State {
        var cancels = false
        /// The title of the next button that the user presses.
        var button: String?
        var shown: [ExtensionView] = []
        var controls: [UInt64: ExtensionControls] = [:]
        /// Returns the position in a trace of an extension of an app; nil on a device that records nothing.
        var traceparent: (@Sendable (String) -> String?)?
        /// The check for weak passwords, created at its first use, because that takes some milliseconds.
        var judge: WeaknessCheck?
    }

    let extensions: InstalledExtensions
    private let sites: KnownSites
    private let state = Mutex(State())

    init(associations: any DomainAssociations, sites: KnownSites) {
        self.sites = sites
        extensions = InstalledExtensions(associations: associations)
    }

    /// Returns the parts of the upgrade service, over the saved passwords.
    func parts(_ passwords: any CredentialStore, _ clock: SimulatedClock) -> UpgradeParts {
        UpgradeParts(store: passwords, extensions: extensions, timer: clock, now: { clock.now })
    }

    /// Sets the function that returns the position in a trace of an extension of an app.
    func follow(_ traceparent: @escaping @Sendable (String) -> String?) {
        state.withLock { $0.traceparent = traceparent }
    }

    func traceparent(of app: String) -> String? { state.withLock(\.traceparent)?(app) }

    var shown: [ExtensionView] { state.withLock(\.shown) }

    var cancels: Bool {
        get { state.withLock(\.cancels) }
        set {
            let controls = state.withLock { state in
                state.cancels = newValue
                return newValue ? Array(state.controls.values) : []
            }
            for control in controls { control.cancel() }
        }
    }

    var button: String? {
        get { state.withLock(\.button) }
        set { state.withLock { $0.button = newValue } }
    }

    /// The check that finds saved passwords that are weak, reused or leaked.
    var advice: SecurityRecommendations {
        let judge = state.withLock { state in
            let judge = state.judge ?? WeaknessCheck()
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
            state.controls[view.number] = controls
            return state.cancels
        }
        if cancels { controls.cancel() }
    }

    func show(_ screen: ShownScreen, in view: ExtensionPresentation) {
        guard button != nil, let shown = try? AppLine.message(AppScreen.self, screen.bytes) else { return }
        let press = state.withLock { state -> (controls: ExtensionControls, button: String)? in
            let buttons = shown.elements.compactMap { if case .button(let button) = $0 { button } else { nil } }
            guard let pressed = buttons.first(where: { $0.title == state.button && $0.isEnabled }),
                let controls = state.controls[view.number]
            else { return nil }
            state.button = nil
            return (controls, pressed.id)
        }
        guard let press, let bytes = try? AppLine.bytes(AppEvent.pressed(button: press.button)), let event = ViewEvent(bytes)
        else { return }
        press.controls.send(event)
    }

    func dismiss(_ view: ExtensionPresentation) {
        state.withLock { _ = $0.controls.removeValue(forKey: view.number) }
    }
}

/// A view of an extension that the system showed, with the system's Cancel button.
public struct ExtensionView: Hashable, Sendable {
    /// The application identifier of the extension's app.
    public let app: String
    /// The account's user name; empty if the user chooses the account.
    public let user: String
    /// The account's site; empty if the user chooses the account.
    public let site: String
}

/// The sites of a simulated network, as the device reaches them to change passwords.
struct SimulatedSites: WebTransport {
    let network: SimulatedNetwork

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse { try await network.sendToSite(request) }
}
