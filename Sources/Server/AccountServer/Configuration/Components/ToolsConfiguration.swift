/// The pages that are for developers rather than for people with accounts.
package struct ToolsConfiguration: Hashable, Sendable {
    /// Which sites `/tools/associated-domains` visits for whoever asks.
    package enum SiteAccess: String, CaseIterable, Hashable, Sendable {
        /// None: it is not served.
        case off
        /// Those with public addresses.
        case `public`
        /// Any, this machine and its neighbours among them, at any port. For a developer's own machine.
        case all
    }

    /// Whether `/tools/password-rules` is served.
    package var servesPasswordRules = true

    /// Whether and for which sites `/tools/associated-domains` is served.
    package var associatedDomains = SiteAccess.off

    package init() {}
}
