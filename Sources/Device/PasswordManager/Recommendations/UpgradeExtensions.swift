package import AssociatedDomains

/// What the device knows of apps whose extensions upgrade accounts.
package protocol UpgradeExtensions: Sendable {
    /// The extensions that may upgrade accounts of the host: of installed apps that are associated with it now.
    func extensions(for host: DomainName) -> [UpgradeExtension]
}

/// An app's extension for upgrading accounts, as its Info.plist declares it.
package struct UpgradeExtension: Hashable, Sendable {
    package let app: AppIdentifier
    package let supportsStrongPassword: Bool
    package let supportsSignInWithApple: Bool

    package init(app: AppIdentifier, supportsStrongPassword: Bool, supportsSignInWithApple: Bool) {
        self.app = app
        self.supportsStrongPassword = supportsStrongPassword
        self.supportsSignInWithApple = supportsSignInWithApple
    }
}

/// A device without such apps.
package struct NoUpgradeExtensions: UpgradeExtensions {
    package init() {}

    package func extensions(for host: DomainName) -> [UpgradeExtension] { [] }
}
