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

/// Sites of one owner that take the same user names and passwords.
package struct SharedCredentials: Hashable, Sendable {
    /// One group.
    package struct Group: Hashable, Sendable {
        /// Whose credentials are offered.
        package let from: Set<DomainName>
        /// Where they are offered.
        package let to: Set<DomainName>

        /// Sites that all take each other's credentials.
        package init(shared hosts: Set<DomainName>) {
            from = hosts
            to = hosts
        }

        /// Sites that were given up for others: credentials of the former are offered at the latter, not the other way round.
        package init(from: Set<DomainName>, to: Set<DomainName>) {
            self.from = from
            self.to = to
        }
    }

    private let groups: [Group]

    package init(_ groups: [Group] = []) {
        self.groups = groups
    }

    /// Where the credentials of a host are offered, the host itself among them. Hosts are compared exactly.
    package func destinations(of host: DomainName) -> Set<DomainName> {
        groups.reduce(into: [host]) { result, group in
            if group.from.contains(host) { result.formUnion(group.to) }
        }
    }

    /// The hosts that are in a group with this one, in whatever direction, and the host itself: the same password at two of them is one
    /// account's, not used twice.
    package func relatives(of host: DomainName) -> Set<DomainName> {
        groups.reduce(into: [host]) { result, group in
            if group.from.contains(host) || group.to.contains(host) { result.formUnion(group.from.union(group.to)) }
        }
    }
}
