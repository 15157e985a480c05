extension PhoneView {
    /// A code of the person's Apple account, for a sign-in on another device or on the web.
    public struct AccountCode: Hashable, Codable, Sendable {
        /// Six digits.
        public var code: String
        /// What is signed in to with it: a device by its name, or an app.
        public var place: String
    }
}

extension PhoneView.SettingsView {
    /// How far a sign-in to an Apple account has come that is neither done nor given up.
    public enum AccountSignIn: Hashable, Codable, Sendable {
        /// The code is asked for that the account's other devices show.
        case code(account: String)
        /// The account is locked. Its password, and a code, unlock it.
        case locked(account: String)
    }

    /// What the service knows of the account that the device is signed in to.
    public struct AccountDetails: Hashable, Codable, Sendable {
        /// First and last name.
        public var name: String
        /// Every address. Apps get the first one unless another is chosen; the others can be removed.
        public var emails: [String]
        /// Whether two-factor authentication is on.
        public var hasTwoFactor: Bool
        /// Whether every sign-in is rejected until the account is unlocked.
        public var isLocked: Bool
    }
}
