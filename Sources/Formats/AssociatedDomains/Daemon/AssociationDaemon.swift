public import FoundationEssentials

/// The service of the system that finds out which apps belong to which sites, as a state machine.
///
/// It does nothing itself: events go in with the time at which they happen, and out come the downloads that it wants performed.
/// The same events give the same states on every machine.
///
/// A file is looked for on installation, then every week. Per domain: at the content delivery network, or on the site at
/// `/.well-known`, and where that gives 4xx at the root. Redirects, certificates that do not satisfy the rule, files that are
/// broken or too large, and 4xx everywhere deny. 5xx, time-outs and failed connections decide nothing: the site is asked again
/// three hours later, at most ``DaemonPolicy/maximumTries`` times a round. An association that held goes on holding while a weekly
/// check is retried, and ends when the round does.
public struct AssociationDaemon: Sendable {
    /// The numbers.
    public let policy: DaemonPolicy

    var state: DaemonState
    let reader: AssociationFileReader

    /// A daemon that knows nothing yet.
    ///
    /// - Parameter reader: what says whether a file names an app for a service.
    public init(policy: DaemonPolicy = DaemonPolicy(), reader: AssociationFileReader = .standard) {
        self.init(policy: policy, reader: reader, state: DaemonState())
    }

    init(policy: DaemonPolicy, reader: AssociationFileReader, state: DaemonState) {
        self.policy = policy
        self.reader = reader
        self.state = state
    }

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - event: what happened.
    ///   - now: when.
    /// - Returns: what is to be done about it, downloads in the order in which sites are asked.
    public mutating func handle(_ event: DaemonEvent, now: Date) -> [DaemonEffect] {
        let before = state.lines
        var effects: [DaemonEffect] = []
        switch event {
        case .installed(let app): effects += install(app, now: now)
        case .removed(let app): effects += remove(app, now: now)
        case .answered(let id, let answer): effects += take(answer, to: id, now: now)
        case .clock: break
        case .developerMode(let isOn): effects += switchDeveloperMode(isOn, now: now)
        case .decided(let key, let approval): decide(key, approval, now: now)
        case .reset: effects += reset(now: now)
        }
        effects += beginWhatIsDue(now: now)
        return effects + changes(since: before)
    }

    /// When something becomes due without an event; nil where nothing will.
    public var nextWake: Date? {
        state.sites.values.map { site in
            switch site.phase {
            case .waiting(let until): until
            case .fetching(_, _, let deadline): deadline
            }
        }.min()
    }

    /// What is known, by app and entitlement.
    public var associations: [Association] {
        state.lines.keys.sorted().compactMap { association($0) }
    }

    /// Whether a service of an app is associated with a host.
    public func isAssociated(_ app: AppIdentifier, with host: DomainName, for service: AssociatedService) -> Bool {
        state.lines.contains { key, line in
            key.app == app && key.entitlement.service == service && key.entitlement.covers(host) && Self.holds(line)
        }
    }

    /// What is known about one line of the database.
    public func association(_ key: AssociationKey) -> Association? {
        guard let line = state.lines[key] else { return nil }
        let site = line.access.flatMap { state.sites[SiteKey(domain: key.entitlement.domain, access: $0)] }
        var (nextCheck, isUpdating) = (Date?.none, false)
        switch site?.phase {
        case .waiting(let until): nextCheck = until
        case .fetching: isUpdating = true
        case nil: break
        }
        return Association(
            key: key, siteApproval: line.siteApproval, userApproval: line.userApproval, reason: line.reason, access: line.access,
            appVersion: state.apps[key.app]?.version, lastChecked: site?.lastChecked, nextCheck: nextCheck, tries: site?.tries ?? 0,
            isUpdating: isUpdating)
    }

    /// The log, oldest first.
    public var log: [DaemonLogEntry] { state.log }

    /// Whether developer mode is on.
    public var isDeveloperModeOn: Bool { state.isDeveloperModeOn }

    static func holds(_ line: DaemonState.Line) -> Bool { line.siteApproval == .approved && line.userApproval != .denied }

    private func changes(since before: [AssociationKey: DaemonState.Line]) -> [DaemonEffect] {
        let held = Set(before.filter { Self.holds($0.value) }.keys)
        let hold = Set(state.lines.filter { Self.holds($0.value) }.keys)
        return held.symmetricDifference(hold).sorted().map { .changed($0, isAssociated: hold.contains($0)) }
    }
}
