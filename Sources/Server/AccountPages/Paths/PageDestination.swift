package import Markup

/// Where a sign-in or a re-authentication may lead afterwards. The set is closed, so that no form can send anybody elsewhere.
package enum PageDestination: String, Sendable, CaseIterable {
    case account
    case password
    case delete
    case secondSteps = "second-steps"
    case upgrade
    /// The account, with a word on the password that was just typed: so that it outlives the second step of a sign-in.
    case weakPassword = "weak-password"

    /// The path of the page.
    package var path: LocalPath {
        switch self {
        case .account: PagePath.account
        case .password: PagePath.password
        case .delete: PagePath.delete
        case .secondSteps: PagePath.secondSteps
        case .upgrade: PagePath.upgrade
        case .weakPassword: PagePath.account.appending(query: "notice", AccountPage.Notice.weakPassword.rawValue)
        }
    }
}
