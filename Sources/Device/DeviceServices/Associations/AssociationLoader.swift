package import AssociatedDomains

/// Performs the downloads of the association service.
package protocol AssociationLoader: Sendable {
    /// Follows no redirect, and tells whatever happens.
    func load(_ fetch: SiteFetch) async -> SiteAnswer
}

/// A device that reaches no site.
package struct NoAssociationLoader: AssociationLoader {
    package init() {}
    package func load(_ fetch: SiteFetch) async -> SiteAnswer { .connectionFailed("the device is offline") }
}
