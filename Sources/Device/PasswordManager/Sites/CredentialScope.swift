package import AssociatedDomains

/// The credentials that belong to a place: those of its exact host or of the app's associated hosts, and those shared with them.
struct CredentialScope {
    private let place: InputPlace
    private let associations: any DomainAssociations
    private let sharing: SharedCredentials

    init(_ place: InputPlace, _ associations: any DomainAssociations, _ sharing: SharedCredentials) {
        self.place = place
        self.associations = associations
        self.sharing = sharing
    }

    /// Returns whether the host is that of the place, or is associated with the app. False for similar hosts, parent domains and
    /// subdomains.
    func isHome(_ host: DomainName) -> Bool {
        switch place {
        case .app(let app): associations.isAssociated(app, with: host)
        case .page: place.pageHost == host
        }
    }

    /// Returns whether credentials of the host may be offered without a warning.
    func covers(_ host: DomainName) -> Bool {
        sharing.destinations(of: host).contains(where: isHome)
    }

    /// The host for new passwords of the place. Nil if nothing may be saved.
    var home: DomainName? {
        switch place {
        case .app(let app): associations.hosts(of: app).first
        case .page: place.pageHost
        }
    }
}

/// The device's service for associations of apps (`webcredentials`).
package protocol DomainAssociations: Sendable {
    /// Returns whether app and host are associated.
    func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool

    /// Returns whether app and host are associated by an entitlement with `?mode=developer`, on a device in developer mode.
    func isAssociatedForDevelopment(_ app: AppIdentifier, with host: DomainName) -> Bool

    /// Returns the hosts that the app's associations name, in the order of preference for new passwords. Excludes wildcards.
    func hosts(of app: AppIdentifier) -> [DomainName]
}

extension DomainAssociations {
    /// False: the source has no entitlements with modes.
    package func isAssociatedForDevelopment(_ app: AppIdentifier, with host: DomainName) -> Bool { false }
}

/// A daemon with its current state.
extension AssociationDaemon: DomainAssociations {
    package func isAssociated(_ app: AppIdentifier, with host: DomainName) -> Bool {
        isAssociated(app, with: host, for: .webcredentials)
    }

    package func isAssociatedForDevelopment(_ app: AppIdentifier, with host: DomainName) -> Bool {
        associations.contains {
            $0.key.app == app && $0.key.entitlement.service == .webcredentials && $0.key.entitlement.covers(host)
                && $0.access == .developer && $0.isAssociated
        }
    }

    package func hosts(of app: AppIdentifier) -> [DomainName] {
        associations.filter {
            $0.key.app == app && $0.key.entitlement.service == .webcredentials && !$0.key.entitlement.coversSubdomains
                && $0.isAssociated
        }.map(\.key.entitlement.domain)
    }
}
