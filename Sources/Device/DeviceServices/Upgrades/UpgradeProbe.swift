package import PasswordManager

/// Finds out whether a password signs in to its account.
package protocol UpgradeProbe: Sendable {
    /// Blocks until the server has answered, or does not. An account that wants a second factor besides is one that the password signs in to.
    func standing(of password: PrivateText, for id: CredentialID) -> PasswordStanding
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
