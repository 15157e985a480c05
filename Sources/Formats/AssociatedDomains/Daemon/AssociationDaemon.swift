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

/// What apps and the person of the device change.
extension AssociationDaemon {
    mutating func install(_ app: InstalledApp, now: Date) -> [DaemonEffect] {
        let name = app.identifier.description
        note(name, state.apps[app.identifier] == nil ? "installed" : "updated", now)
        let taken = app.entitlements.prefix(policy.maximumEntitlements)
        if taken.count < app.entitlements.count {
            note(name, "only the first \(taken.count) of \(app.entitlements.count) entitlements are taken", now)
        }
        state.apps[app.identifier] = app
        let claimed = Set(taken.map { AssociationKey(app: app.identifier, entitlement: $0) })
        for key in state.lines.keys where key.app == app.identifier && !claimed.contains(key) { state.lines[key] = nil }
        for key in claimed where state.lines[key] == nil {
            state.lines[key] = DaemonState.Line(access: nil, reason: AssociationReason(.notCheckedYet))
        }
        let effects = settleAccess(now: now)
        // An installation asks anew, also where the site was asked for another app already.
        for site in Set(claimed.compactMap { siteKey($0) }) { restart(site, now: now) }
        return effects
    }

    mutating func remove(_ app: AppIdentifier, now: Date) -> [DaemonEffect] {
        guard state.apps.removeValue(forKey: app) != nil else { return [] }
        note(app.description, "removed", now)
        for key in state.lines.keys where key.app == app { state.lines[key] = nil }
        return settleAccess(now: now)
    }

    mutating func switchDeveloperMode(_ isOn: Bool, now: Date) -> [DaemonEffect] {
        guard state.isDeveloperModeOn != isOn else { return [] }
        state.isDeveloperModeOn = isOn
        note("developer mode", isOn ? "on" : "off", now)
        return settleAccess(now: now)
    }

    mutating func decide(_ key: AssociationKey, _ approval: Approval, now: Date) {
        guard state.lines[key] != nil else { return }
        state.lines[key]?.userApproval = approval
        note(key.description, "the person's decision is now \(approval.rawValue)", now)
    }

    mutating func reset(now: Date) -> [DaemonEffect] {
        note("database", "reset", now)
        let effects = state.sites.keys.sorted().compactMap { cancellation(of: $0) }
        state.sites = [:]
        for key in state.lines.keys {
            state.lines[key] = DaemonState.Line(access: nil, reason: AssociationReason(.notCheckedYet))
        }
        return effects + settleAccess(now: now)
    }

    /// The site whose file decides about a line; nil where its mode is not in force.
    func siteKey(_ key: AssociationKey) -> SiteKey? {
        access(of: key).map { SiteKey(domain: key.entitlement.domain, access: $0) }
    }

    /// Gives each line the access that holds for it now, and each site that lines need a place in the database; drops the others.
    ///
    /// A line whose access changes knows nothing any more: what a site says under one rule for certificates counts for nothing
    /// under another.
    private mutating func settleAccess(now: Date) -> [DaemonEffect] {
        for key in state.lines.keys {
            let access = access(of: key)
            guard let line = state.lines[key], line.access != access || line.reason.code == .notCheckedYet else { continue }
            let reason = AssociationReason(access == nil ? .modeNotInForce : .notCheckedYet)
            state.lines[key] = DaemonState.Line(access: access, userApproval: line.userApproval, reason: reason)
        }
        let needed = Set(state.lines.keys.compactMap { siteKey($0) })
        let effects = state.sites.keys.filter { !needed.contains($0) }.sorted().compactMap { cancellation(of: $0) }
        state.sites = state.sites.filter { needed.contains($0.key) }
        for site in needed where state.sites[site] == nil { state.sites[site] = DaemonState.Site(phase: .waiting(until: now)) }
        return effects
    }

    /// A site is asked at once, in a new round; one that is being asked already is not asked twice.
    private mutating func restart(_ key: SiteKey, now: Date) {
        guard case .waiting = state.sites[key]?.phase else { return }
        state.sites[key]?.phase = .waiting(until: now)
        state.sites[key]?.tries = 0
    }

    private func access(of key: AssociationKey) -> SiteAccess? {
        guard let mode = key.entitlement.mode else { return .standard }
        guard let app = state.apps[key.app] else { return nil }
        if mode.includesDeveloper, app.isSignedForDevelopment, state.isDeveloperModeOn { return .developer }
        return mode.includesManaged && app.isManaged ? .managed : nil
    }

    private func cancellation(of key: SiteKey) -> DaemonEffect? {
        guard case .fetching(let id, _, _) = state.sites[key]?.phase else { return nil }
        return .cancel(id)
    }
}

/// Answers the one question that the daemon has about a file. Injected, so that the daemon knows no format.
public struct AssociationFileReader: Sendable {
    /// What a file turned out to be.
    public enum Outcome: Sendable {
        /// It can be read; the closure says whether it names an app for a service.
        case sound(names: @Sendable (AppIdentifier, AssociatedService) -> Bool)
        /// It cannot be read; with words for people.
        case broken(String)
    }

    private let outcome: @Sendable ([UInt8]) -> Outcome

    /// A reader of files.
    public init(_ outcome: @escaping @Sendable ([UInt8]) -> Outcome) {
        self.outcome = outcome
    }

    /// Reads a file.
    func read(_ file: [UInt8]) -> Outcome { outcome(file) }

    /// Reads `apple-app-site-association` files as ``AssociationFile`` does.
    public static let standard = AssociationFileReader { bytes in
        do throws(AssociatedDomainsError) {
            let file = try AssociationFile(bytes)
            return .sound { app, service in file.names(app, for: service) }
        } catch {
            return .broken(error.description)
        }
    }
}

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
