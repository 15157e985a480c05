package import AssociatedDomains

/// What can be done about a password, and what happens then.
package enum Remedy: Hashable, Sendable {
    /// The app's extension gives the account a strong password.
    case upgradeToStrongPassword(app: AppIdentifier)
    /// The app's extension turns the account into Sign in with Apple.
    case upgradeToSignInWithApple(app: AppIdentifier)
    /// The page of the site where passwords are changed.
    case changeOnSite(ChangePasswordPage)
    /// Whoever knows how to reach the account.
    case byHand(DomainName)

    /// What happens when it is tapped, for the person to read before.
    package var whatHappens: String {
        switch self {
        case .upgradeToStrongPassword:
            "The app asks the site to replace the password by a strong one, and the new one is saved here. The old one stays until the site has agreed."
        case .upgradeToSignInWithApple:
            "The app asks the site to let you sign in with Apple from now on. The password is removed here when the site has agreed, not before."
        case .changeOnSite(let page):
            "The page of \(page.host) for changing your password opens. Nothing changes until you change it there."
        case .byHand(let host):
            "\(host) names no page for it: sign in there and change the password in your account's settings. Then it is updated here."
        }
    }
}
