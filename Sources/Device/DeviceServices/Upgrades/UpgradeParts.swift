package import FoundationEssentials
package import PasswordManager
package import PasswordRules

/// What upgrades of accounts need of the device.
package struct UpgradeParts: Sendable {
    /// Where the passwords are saved.
    package var store: any CredentialStore
    package var extensions: InstalledExtensions
    package var timer: any UpgradeTimer
    /// A strong password by an app's rules, or by the system's own; nil where there is none.
    package var makePassword: @Sendable (PasswordRules?) -> String?
    /// Makes a key that is made once: a UUID in small letters, as account services take it.
    package var makeKey: @Sendable () -> String
    package var now: @Sendable () -> Date

    package init(
        store: any CredentialStore, extensions: InstalledExtensions, timer: any UpgradeTimer = SystemUpgradeTimer(),
        makePassword: @escaping @Sendable (PasswordRules?) -> String? = Self.password,
        makeKey: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() }, now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.extensions = extensions
        self.timer = timer
        self.makePassword = makePassword
        self.makeKey = makeKey
        self.now = now
    }

    /// By the rules where devices follow them, and else by the system's own, as for new accounts.
    @Sendable
    package static func password(by rules: PasswordRules?) -> String? {
        var random = SystemRandomNumberGenerator()
        if let rules, rules.isHonoredByIOS, let generator = try? PasswordGenerator(rules: rules) {
            return generator.next(using: &random)
        }
        return (try? PasswordGenerator())?.next(using: &random)
    }
}
