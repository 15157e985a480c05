/// What every page says about the service around it.
package struct Site: Sendable, Hashable {
    /// The name of the service, as people know it.
    package let serviceName: String

    /// Who looks at the page.
    package let visitor: Visitor

    /// Who looks at a page.
    package enum Visitor: Sendable, Hashable {
        case stranger
        /// Somebody with a session. The user name is the one typed at sign-up; nil for an account that has none.
        case signedIn(username: String?)
    }

    /// A site, as one visitor sees it.
    package init(serviceName: String, visitor: Visitor = .stranger) {
        self.serviceName = serviceName
        self.visitor = visitor
    }
}

extension Site.Visitor {
    /// Where the way home leads: to the account of whoever has a session, and everybody else to sign-in.
    var isSignedIn: Bool { self != .stranger }

    /// Nil for a stranger, and for an account without a user name.
    package var username: String? {
        if case .signedIn(let username) = self { username } else { nil }
    }
}
