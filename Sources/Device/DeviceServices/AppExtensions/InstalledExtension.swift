package import AssociatedDomains
package import DeviceProtocol
package import PasswordManager
import Synchronization

/// The account-modification extension of an app.
package struct InstalledExtension: Sendable {
    package let app: AppIdentifier
    package let attributes: ExtensionAttributes
    package let program: any ExtensionProgram<ModificationOrder, ModificationReport>

    package init(
        app: AppIdentifier, attributes: ExtensionAttributes, program: any ExtensionProgram<ModificationOrder, ModificationReport>
    ) {
        self.app = app
        self.attributes = attributes
        self.program = program
    }

    fileprivate var described: UpgradeExtension {
        UpgradeExtension(
            app: app, supportsStrongPassword: attributes.supports(.strongPassword),
            supportsSignInWithApple: attributes.supports(.signInWithApple))
    }
}

/// The program of an extension.
package protocol ExtensionProgram<Order, Report>: Sendable {
    /// A message from the system to the extension.
    associatedtype Order: Sendable
    /// A message from the extension to the system.
    associatedtype Report: Equatable & Sendable

    /// Starts the program; returns nil if it cannot be started. `report` can be called from any thread. Reports after `stop` are
    /// ignored.
    func start(report: @escaping @Sendable (ExtensionWord<Report>) -> Void) -> (any RunningExtension<Order>)?
}

package protocol RunningExtension<Order>: Sendable {
    associatedtype Order: Sendable

    /// Sends an order without waiting for its effect. Returns false if the extension has ended.
    func deliver(_ order: Order) -> Bool
    /// Ends the extension immediately.
    func stop()
}

/// An event of a running extension.
package enum ExtensionWord<Report: Equatable & Sendable>: Equatable, Sendable {
    case report(Report)
    /// The extension has ended.
    case gone
}

/// The extensions of the device's apps. Each use checks again with the associations which sites an extension may work for.
package final class InstalledExtensions: UpgradeExtensions {
    private let associations: any DomainAssociations
    private let installed = Mutex<[InstalledExtension]>([])

    package init(associations: any DomainAssociations) {
        self.associations = associations
    }

    /// Installs an app's extension, in place of its previous one.
    package func install(_ new: InstalledExtension) {
        installed.withLock { installed in
            installed.removeAll { $0.app == new.app }
            installed.append(new)
        }
    }

    package func remove(_ app: AppIdentifier) {
        installed.withLock { $0.removeAll { $0.app == app } }
    }

    package func extensions(for host: DomainName) -> [UpgradeExtension] {
        associated(with: host).map { $0.described }
    }

    /// Returns whether the system may prompt at a sign-in with a weak password: the app has an extension that does not decline
    /// prompts.
    package func mayPrompt(at app: AppIdentifier) -> Bool {
        installed.withLock { $0.contains { $0.app == app && !$0.attributes.declinesPromptsAtSignIn } }
    }

    /// Returns the extension that can perform this modification for the host: that of the given app, or of the app installed first.
    func `extension`(
        for modification: AccountModification, of host: DomainName, in app: AppIdentifier?
    ) -> InstalledExtension? {
        associated(with: host).first { (app == nil || $0.app == app) && $0.attributes.supports(modification) }
    }

    private func associated(with host: DomainName) -> [InstalledExtension] {
        // Outside the lock, because the associations have their own.
        installed.withLock { $0 }.filter { associations.isAssociated($0.app, with: host) }
    }
}
