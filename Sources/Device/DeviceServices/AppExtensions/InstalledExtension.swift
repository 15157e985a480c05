package import AssociatedDomains
package import DeviceProtocol
package import PasswordManager
import Synchronization

/// An app's extension for modifying accounts.
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

/// What runs when an extension is asked for something.
package protocol ExtensionProgram<Order, Report>: Sendable {
    /// What the system tells it.
    associatedtype Order: Sendable
    /// What it tells the system.
    associatedtype Report: Equatable & Sendable

    /// Starts it anew; nil where it cannot be started. `report` may be called from any thread; what it says after `stop` is for nobody.
    func start(report: @escaping @Sendable (ExtensionWord<Report>) -> Void) -> (any RunningExtension<Order>)?
}

package protocol RunningExtension<Order>: Sendable {
    associatedtype Order: Sendable

    /// Returns false where it has ended. Does not wait for what the extension does about it.
    func tell(_ order: Order) -> Bool
    /// Ends it, whatever it is doing.
    func stop()
}

/// What the system hears of an extension that runs.
package enum ExtensionWord<Report: Equatable & Sendable>: Equatable, Sendable {
    case report(Report)
    /// It has ended.
    case gone
}

/// The extensions of the device's apps. Which sites they may work for is the associations' to say, anew each time.
package final class InstalledExtensions: UpgradeExtensions {
    private let associations: any DomainAssociations
    private let installed = Mutex<[InstalledExtension]>([])

    package init(associations: any DomainAssociations) {
        self.associations = associations
    }

    /// Installs an app's extension, in place of the one that it had.
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

    /// Whether the system may say at a sign-in to the app that a password is weak: it has an extension, which does not decline.
    package func mayPrompt(at app: AppIdentifier) -> Bool {
        installed.withLock { $0.contains { $0.app == app && !$0.attributes.declinesPromptsAtSignIn } }
    }

    /// The extension that does this for the host: the one of the app, or of the app that was installed first.
    func `extension`(
        for modification: AccountModification, of host: DomainName, in app: AppIdentifier?
    ) -> InstalledExtension? {
        associated(with: host).first { (app == nil || $0.app == app) && $0.attributes.supports(modification) }
    }

    private func associated(with host: DomainName) -> [InstalledExtension] {
        // The associations have locks of their own.
        installed.withLock { $0 }.filter { associations.isAssociated($0.app, with: host) }
    }
}
