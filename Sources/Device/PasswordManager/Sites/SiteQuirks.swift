package import AssociatedDomains
package import PasswordRules

/// What is known of single sites, beyond what they say themselves.
package struct SiteQuirks: Sendable {
    /// Sites that share credentials.
    package var sharing: SharedCredentials
    /// These, and sites that did so once: where two of them have one password, it is not used twice.
    package var related: SharedCredentials
    /// Rules for new passwords of sites whose fields give none.
    package var rules: SiteRules
    /// Sites whose passwords are typed with a code appended.
    package var appendingCodes: Set<DomainName>
    /// Sites that ask for the passwords of other sites: nothing typed there is saved.
    package var askingForOthers: Set<DomainName>

    /// Where passwords are changed, by site: https addresses.
    package var changePasswordAddresses: [DomainName: String]

    /// - Parameter related: nil: those of `sharing` alone.
    package init(
        sharing: SharedCredentials = SharedCredentials(), related: SharedCredentials? = nil, rules: SiteRules = SiteRules([]),
        appendingCodes: Set<DomainName> = [], askingForOthers: Set<DomainName> = [],
        changePasswordAddresses: [DomainName: String] = [:]
    ) {
        self.sharing = sharing
        self.related = related ?? sharing
        self.changePasswordAddresses = changePasswordAddresses
        self.rules = rules
        self.appendingCodes = appendingCodes
        self.askingForOthers = askingForOthers
    }

    /// Where passwords of the host are changed, as is known of it, or else of the nearest domain above it; nil where nothing is known.
    package func changePasswordAddress(of host: DomainName) -> String? {
        if let address = changePasswordAddresses[host] { return address }
        let above = changePasswordAddresses.keys.filter { host.isSubdomain(of: $0) }
        return above.max { $0.labels.count < $1.labels.count }.flatMap { changePasswordAddresses[$0] }
    }

    /// Whether passwords of the host are typed with a code appended: it, or a domain above it, is listed.
    func appendsCodes(_ host: DomainName) -> Bool { Self.isListed(host, in: appendingCodes) }

    /// Whether the host asks for passwords of others: it, or a domain above it, is listed.
    func asksForOthers(_ host: DomainName) -> Bool { Self.isListed(host, in: askingForOthers) }

    private static func isListed(_ host: DomainName, in sites: Set<DomainName>) -> Bool {
        sites.contains(host) || sites.contains { host.isSubdomain(of: $0) }
    }
}
