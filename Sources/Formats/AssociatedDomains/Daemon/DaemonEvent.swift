/// What happens to the daemon.
public enum DaemonEvent: Sendable, Hashable {
    /// An app was installed, or updated where it was there already.
    case installed(InstalledApp)
    /// An app was removed.
    case removed(AppIdentifier)
    /// A download ended. An answer to a download that nobody waits for any more changes nothing.
    case answered(Int, SiteAnswer)
    /// Time passed; what has become due is begun. Every other event does this too.
    case clock
    /// Developer mode was switched.
    case developerMode(Bool)
    /// The person of the device decided about an association, or (`unspecified`) withdrew the decision.
    case decided(AssociationKey, Approval)
    /// Everything learnt is forgotten and learnt anew, the decisions of the person included.
    case reset
}

/// What the daemon wants done.
public enum DaemonEffect: Sendable, Hashable {
    /// Download this and answer with ``DaemonEvent/answered(_:_:)``.
    case fetch(SiteFetch)
    /// Nobody waits for this download any more.
    case cancel(Int)
    /// An association began or ceased to hold.
    case changed(AssociationKey, isAssociated: Bool)
}
