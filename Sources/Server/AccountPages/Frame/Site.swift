/// What every page says about the service around it.
package struct Site: Sendable, Hashable {
    /// The name of the service, as people know it.
    package let serviceName: String

    /// The user name of whoever is signed in, as typed at sign-up; nil when nobody is.
    package let signedInAs: String?

    /// A site, as one visitor sees it.
    package init(serviceName: String, signedInAs: String? = nil) {
        self.serviceName = serviceName
        self.signedInAs = signedInAs
    }
}
