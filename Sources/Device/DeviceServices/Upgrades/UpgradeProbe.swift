package import PasswordManager

/// Finds out whether a password signs in to its account, and tells the account's server that a new one is kept.
package protocol UpgradeProbe: Sendable {
    /// Blocks until the server has answered, or does not. An account that wants a second factor besides is one that the password signs in to.
    func standing(of password: PrivateText, for id: CredentialID) -> PasswordStanding

    /// Tells the server that the new password of an upgrade is saved, so that the former one need sign in no more. Blocks until the server has answered, or does
    /// not: then the former one ends when the server ends it by itself.
    ///
    /// - Parameter key: of the upgrade.
    func confirm(_ password: PrivateText, of key: String, for id: CredentialID)
}

extension UpgradeProbe {
    /// Tells nobody.
    package func confirm(_ password: PrivateText, of key: String, for id: CredentialID) {}
}

/// What a server says of a password.
package enum PasswordStanding: Hashable, Sendable, CaseIterable {
    case signsIn
    case refused
    /// The server cannot be reached, or does not say.
    case unknown
}

/// A device that knows no way to ask any server.
package struct NoUpgradeProbe: UpgradeProbe {
    package init() {}
    package func standing(of password: PrivateText, for id: CredentialID) -> PasswordStanding { .unknown }
}
