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
