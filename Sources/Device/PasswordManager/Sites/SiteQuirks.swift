package import AssociatedDomains
package import PasswordRules

/// What is known of single sites, beyond what they say themselves.
package struct SiteQuirks: Sendable {
    /// Sites that share credentials.
    package var sharing: SharedCredentials
    /// Rules for new passwords of sites whose fields give none.
    package var rules: SiteRules
    /// Sites whose passwords are typed with a code appended.
    package var appendingCodes: Set<DomainName>
    /// Sites that ask for the passwords of other sites: nothing typed there is saved.
    package var askingForOthers: Set<DomainName>

    package init(
        sharing: SharedCredentials = SharedCredentials(), rules: SiteRules = SiteRules([]), appendingCodes: Set<DomainName> = [],
        askingForOthers: Set<DomainName> = []
    ) {
        self.sharing = sharing
        self.rules = rules
        self.appendingCodes = appendingCodes
        self.askingForOthers = askingForOthers
    }

    /// Whether passwords of the host are typed with a code appended: it, or a domain above it, is listed.
    func appendsCodes(_ host: DomainName) -> Bool { Self.isListed(host, in: appendingCodes) }

    /// Whether the host asks for passwords of others: it, or a domain above it, is listed.
    func asksForOthers(_ host: DomainName) -> Bool { Self.isListed(host, in: askingForOthers) }

    private static func isListed(_ host: DomainName, in sites: Set<DomainName>) -> Bool {
        sites.contains(host) || sites.contains { host.isSubdomain(of: $0) }
    }
}
