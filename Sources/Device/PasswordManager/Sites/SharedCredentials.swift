package import AssociatedDomains

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
