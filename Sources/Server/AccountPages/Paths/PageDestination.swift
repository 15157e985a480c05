package import Markup

/// Where a sign-in or a re-authentication may lead afterwards. The set is closed, so that no form can send anybody elsewhere.
package enum PageDestination: String, Sendable, CaseIterable {
    case account
    case password
    case delete
    case secondSteps = "second-steps"

    /// The path of the page.
    package var path: LocalPath {
        switch self {
        case .account: PagePath.account
        case .password: PagePath.password
        case .delete: PagePath.delete
        case .secondSteps: PagePath.secondSteps
        }
    }
}
