package import AssociatedDomains

/// Whose credentials belong to a place: those of its exact host or of the hosts that its app is associated with, and those that are shared
/// with them.
struct CredentialScope {
    private let place: InputPlace
    private let associations: any DomainAssociations
    private let sharing: SharedCredentials

    init(_ place: InputPlace, _ associations: any DomainAssociations, _ sharing: SharedCredentials) {
        self.place = place
        self.associations = associations
        self.sharing = sharing
    }

    /// Whether the place is this host, or the app is associated with it. Nothing that is only similar, above or below it.
    func isHome(_ host: DomainName) -> Bool {
        switch place {
        case .app(let app): associations.isAssociated(app, with: host)
        case .page: place.pageHost == host
        }
    }

    /// Whether credentials of this host may be offered without a warning.
    func covers(_ host: DomainName) -> Bool {
        sharing.destinations(of: host).contains(where: isHome)
    }

    /// Where a new password of the place belongs; nil where nothing may be saved.
    var home: DomainName? {
        switch place {
        case .app(let app): associations.hosts(of: app).first
        case .page: place.pageHost
        }
    }
}

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
