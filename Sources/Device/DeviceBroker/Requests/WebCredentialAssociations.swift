package import DeviceProtocol

/// Knows which apps belong to which websites, for the passwords that both share.
package protocol WebCredentialAssociations: Sendable {
    /// Answers from what is known, and waits for no network.
    func association(of app: AccessGroup, with site: SharedCredentialSite) -> WebCredentialAssociation
}

/// Whether an app may share passwords with a website.
package enum WebCredentialAssociation: Hashable, Sendable {
    /// Each names the other.
    case approved
    /// The app does not name the site in its entitlement (`webcredentials:`).
    case notEntitled
    /// The site does not name the app, or could not be asked yet.
    case notApproved
}

/// Where nobody answers: no app belongs to any website.
struct NoWebCredentialAssociations: WebCredentialAssociations {
    func association(of app: AccessGroup, with site: SharedCredentialSite) -> WebCredentialAssociation { .notEntitled }
}
