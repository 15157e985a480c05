public import FoundationEssentials

/// What the daemon knows about one line of its database.
public struct Association: Sendable, Hashable {
    /// Which line.
    public let key: AssociationKey

    /// What the site says.
    public let siteApproval: Approval

    /// What the person says.
    public let userApproval: Approval

    /// Why the site's approval is what it is.
    public let reason: AssociationReason

    /// How the site is reached; nil where the entitlement's mode is not in force.
    public let access: SiteAccess?

    /// The version of the app.
    public let appVersion: String?

    /// When the site last answered, in whatever way; nil where it has not yet.
    public let lastChecked: Date?

    /// When it is asked next; nil where it is being asked now, or never.
    public let nextCheck: Date?

    /// Tries of this round so far.
    public let tries: Int

    /// Whether the site is being asked now.
    public let isUpdating: Bool

    /// Whether app and site are associated: the site agrees, and the person has not refused.
    public var isAssociated: Bool { siteApproval == .approved && userApproval != .denied }
}
