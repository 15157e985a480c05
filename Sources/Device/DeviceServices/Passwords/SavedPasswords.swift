package import DeviceBroker
package import Secrets

/// The passwords that a person has saved, as far as apps are offered them.
package protocol SavedPasswords: Sendable {
    /// Those for domains that the app is associated with, the likeliest first. Says nothing of the passwords themselves.
    func offers(for app: App) -> [SavedPassword]
    /// The password of an offer, after the person has proved to be there. Nothing where it is gone meanwhile.
    func password(of offer: SavedPassword, for app: App) -> SecretBytes?
}

/// One saved password, without the password.
package struct SavedPassword: Hashable, Sendable {
    package let user: String
    /// The domain that it was saved for.
    package let site: String

    package init(user: String, site: String) {
        self.user = user
        self.site = site
    }
}

/// A device on which nobody has saved any.
package struct NoSavedPasswords: SavedPasswords {
    package init() {}
    package func offers(for app: App) -> [SavedPassword] { [] }
    package func password(of offer: SavedPassword, for app: App) -> SecretBytes? { nil }
}
