/// What the service is called and where people find it.
package struct SiteConfiguration: Hashable, Sendable {
    package var publicOrigin: PublicOrigin

    /// Shown on pages and in their titles.
    package var name = Self.defaultName

    /// Whether `Strict-Transport-Security` covers the host's subdomains too, which cuts off those without https.
    package var coversSubdomains = false

    package init(publicOrigin: PublicOrigin) {
        self.publicOrigin = publicOrigin
    }

    static var defaultName: String { "Latchkey" }
}
