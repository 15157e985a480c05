package import AssociatedDomains

/// What the association service of the device answers about the passwords of apps (`webcredentials`).
package protocol DomainAssociations: Sendable {
    /// Whether app and host are associated now.
    func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool

    /// The hosts that are associated with the app by name, in the order in which new passwords belong to them. Wildcards name no host.
    func hosts(of app: AppIdentifier) -> [DomainName]
}

/// A daemon, as it stands at one moment.
extension AssociationDaemon: DomainAssociations {
    package func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool {
        isAssociated(app, with: host, for: .webcredentials)
    }

    package func hosts(of app: AppIdentifier) -> [DomainName] {
        associations.filter {
            $0.key.app == app && $0.key.entitlement.service == .webcredentials && !$0.key.entitlement.coversSubdomains
                && $0.isAssociated
        }.map(\.key.entitlement.domain)
    }
}
