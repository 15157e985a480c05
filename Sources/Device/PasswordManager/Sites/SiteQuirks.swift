package import AssociatedDomains
package import PasswordRules

/// Known facts about individual sites.
package struct SiteQuirks: Sendable {
    /// The sites that share credentials.
    package var sharing: SharedCredentials
    /// The sites that share credentials, and sites that formerly did. Equal passwords of two of these sites do not count as reused.
    package var related: SharedCredentials
    /// The rules for new passwords of sites whose fields have none.
    package var rules: SiteRules
    /// The sites whose passwords are typed with a code appended.
    package var appendingCodes: Set<DomainName>
    /// The sites that ask for passwords of other sites. No password that is typed there is saved.
    package var askingForOthers: Set<DomainName>

    /// The https URLs for changing passwords, by site.
    package var changePasswordAddresses: [DomainName: String]

    /// Creates the facts.
    ///
    /// - Parameter related: The sites whose equal passwords do not count as reused; nil for the sites of `sharing` alone.
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

    /// Returns the known URL for changing passwords of the host, or of the nearest parent domain. Returns nil if none is known.
    package func changePasswordAddress(of host: DomainName) -> String? {
        if let address = changePasswordAddresses[host] { return address }
        let above = changePasswordAddresses.keys.filter { host.isSubdomain(of: $0) }
        return above.max { $0.labels.count < $1.labels.count }.flatMap { changePasswordAddresses[$0] }
    }

    /// Returns whether passwords of the host are typed with a code appended: the host or a parent domain is listed.
    func appendsCodes(_ host: DomainName) -> Bool { Self.isListed(host, in: appendingCodes) }

    /// Returns whether the host asks for passwords of other sites: the host or a parent domain is listed.
    func asksForOthers(_ host: DomainName) -> Bool { Self.isListed(host, in: askingForOthers) }

    private static func isListed(_ host: DomainName, in sites: Set<DomainName>) -> Bool {
        sites.contains(host) || sites.contains { host.isSubdomain(of: $0) }
    }
}

/// Sites of one owner that accept the same user names and passwords.
package struct SharedCredentials: Hashable, Sendable {
    /// A group of sites.
    package struct Group: Hashable, Sendable {
        /// The sites whose credentials are offered.
        package let from: Set<DomainName>
        /// The sites at which they are offered.
        package let to: Set<DomainName>

        /// Creates a group of sites that accept each other's credentials.
        package init(shared hosts: Set<DomainName>) {
            from = hosts
            to = hosts
        }

        /// Creates a group of replaced sites: credentials of the old sites are offered at the new ones, but not vice versa.
        package init(from: Set<DomainName>, to: Set<DomainName>) {
            self.from = from
            self.to = to
        }
    }

    private let groups: [Group]

    package init(_ groups: [Group] = []) {
        self.groups = groups
    }

    /// Returns the hosts at which the credentials of a host are offered, including the host itself. Hosts are compared exactly.
    package func destinations(of host: DomainName) -> Set<DomainName> {
        groups.reduce(into: [host]) { result, group in
            if group.from.contains(host) { result.formUnion(group.to) }
        }
    }

    /// Returns the hosts in a group with this one, in any direction, including the host itself. Equal passwords of these hosts
    /// belong to one account and are not reused.
    package func relatives(of host: DomainName) -> Set<DomainName> {
        groups.reduce(into: [host]) { result, group in
            if group.from.contains(host) || group.to.contains(host) { result.formUnion(group.from.union(group.to)) }
        }
    }
}
