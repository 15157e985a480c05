package import AssociatedDomains

/// Where the password of a site is changed.
package struct ChangePasswordPage: Hashable, Sendable {
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// The well-known address (W3C, "A Well-Known URL for Changing Passwords"), whose answer could be relied on.
        case wellKnown = "well-known"
        /// Known of this site.
        case known
    }

    package let host: DomainName
    /// Always https. The browser follows where it leads.
    package let address: String
    package let source: Source
}
