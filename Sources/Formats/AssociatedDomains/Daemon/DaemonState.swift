internal import FoundationEssentials

/// The state of the daemon, which is stored and restored.
struct DaemonState: Sendable, Hashable, Codable {
    /// The state of a site.
    struct Site: Sendable, Hashable, Codable {
        /// Whether a request is in progress or scheduled.
        enum Phase: Sendable, Hashable, Codable {
            case waiting(until: Date)
            case fetching(id: Int, location: SiteFetch.Location, deadline: Date)
        }

        var phase: Phase
        /// The number of tries started in this round.
        var tries = 0
        var lastChecked: Date?
    }

    /// The state of a line of the database.
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

/// An installed app.
public struct InstalledApp: Sendable, Hashable, Codable {
    /// The identifier of the app.
    public let identifier: AppIdentifier

    /// The version of the app, for display.
    public let version: String?

    /// The domains that the app claims.
    public let entitlements: [AssociatedDomainEntitlement]

    /// Whether the app is signed for development. Otherwise `?mode=developer` has no effect.
    public let isSignedForDevelopment: Bool

    /// Whether a device manager installed the app. Otherwise `?mode=managed` has no effect.
    public let isManaged: Bool

    /// Creates an installed app.
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
