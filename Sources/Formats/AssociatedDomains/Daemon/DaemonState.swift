internal import FoundationEssentials

/// All that the daemon remembers; what is stored and loaded.
struct DaemonState: Sendable, Hashable, Codable {
    /// What is known about a site.
    struct Site: Sendable, Hashable, Codable {
        /// Asked now, or later.
        enum Phase: Sendable, Hashable, Codable {
            case waiting(until: Date)
            case fetching(id: Int, location: SiteFetch.Location, deadline: Date)
        }

        var phase: Phase
        /// Tries begun in this round.
        var tries = 0
        var lastChecked: Date?
    }

    /// What is known about a line of the database.
    struct Line: Sendable, Hashable, Codable {
        var access: SiteAccess?
        var siteApproval = Approval.unspecified
        var userApproval = Approval.unspecified
        var reason: AssociationReason
    }

    var apps: [AppIdentifier: InstalledApp] = [:]
    var sites: [SiteKey: Site] = [:]
    var lines: [AssociationKey: Line] = [:]
    var isDeveloperModeOn = false
    var nextFetch = 1
    var log: [DaemonLogEntry] = []
}

/// An app as the daemon knows it.
public struct InstalledApp: Sendable, Hashable, Codable {
    /// The app.
    public let identifier: AppIdentifier

    /// Its version, for people.
    public let version: String?

    /// What it claims.
    public let entitlements: [AssociatedDomainEntitlement]

    /// Whether it is signed for development, without which `?mode=developer` has no effect.
    public let isSignedForDevelopment: Bool

    /// Whether a device manager installed it, without which `?mode=managed` has no effect.
    public let isManaged: Bool

    /// An app.
    public init(
        _ identifier: AppIdentifier, version: String? = nil, entitlements: [AssociatedDomainEntitlement],
        isSignedForDevelopment: Bool = false, isManaged: Bool = false
    ) {
        self.identifier = identifier
        self.version = version
        self.entitlements = entitlements
        self.isSignedForDevelopment = isSignedForDevelopment
        self.isManaged = isManaged
    }
}
