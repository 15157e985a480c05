/// What the service is called and where people find it.
package struct SiteConfiguration: Hashable, Sendable {
    package var publicOrigin: PublicOrigin

    /// Shown on pages and in their titles.
    package var name = Self.defaultName

    /// Whether `Strict-Transport-Security` covers the host's subdomains too, which cuts off those without https.
    package var coversSubdomains = false

    /// Whether `/` is the server's, and leads to the account or to sign-in. An application around it may have a page of its own there.
    var claimsHome = true

    package init(publicOrigin: PublicOrigin) {
        self.publicOrigin = publicOrigin
    }

    static var defaultName: String { "Latchkey" }
}
