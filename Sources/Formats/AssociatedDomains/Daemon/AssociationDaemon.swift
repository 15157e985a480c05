public import FoundationEssentials

/// The system service that determines which apps are associated with which sites, as a state machine.
///
/// The daemon has no side effects. It receives events with their time and returns the downloads to perform. The same events give
/// the same states on every machine.
///
/// It requests the file of a domain on installation, then every week: from the content delivery network, or from the site at
/// `/.well-known` and, after 4xx, at the root. Redirects, rejected certificates, malformed or too large files, and 4xx at every
/// location deny. After 5xx, timeouts and failed connections, the daemon retries three hours later, at most
/// ``DaemonPolicy/maximumTries`` times in a round. An existing association continues while a weekly check is retried, and ends
/// with the round.
public struct AssociationDaemon: Sendable {
    /// The limits and intervals.
    public let policy: DaemonPolicy

    var state: DaemonState
    let reader: AssociationFileReader

    /// Creates a daemon without apps.
    ///
    /// - Parameter reader: Decides whether a file names an app for a service.
    public init(policy: DaemonPolicy = DaemonPolicy(), reader: AssociationFileReader = .standard) {
        self.init(policy: policy, reader: reader, state: DaemonState())
    }

    init(policy: DaemonPolicy, reader: AssociationFileReader, state: DaemonState) {
        self.policy = policy
        self.reader = reader
        self.state = state
    }

    /// Processes an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - now: The time of the event.
    /// - Returns: The effects to perform. Downloads are in the order of their requests.
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
        effects += startDueChecks(now: now)
        return effects + changes(since: before)
    }

    /// The time at which something becomes due without an event. Nil if nothing will.
    public var nextWake: Date? {
        state.sites.values.map { site in
            switch site.phase {
            case .waiting(let until): until
            case .fetching(_, _, let deadline): deadline
            }
        }.min()
    }

    /// All associations, ordered by app and entitlement.
    public var associations: [Association] {
        state.lines.keys.sorted().compactMap { association($0) }
    }

    /// Returns whether an app is associated with a host for a service.
    public func isAssociated(_ app: AppIdentifier, with host: DomainName, for service: AssociatedService) -> Bool {
        state.lines.contains { key, line in
            key.app == app && key.entitlement.service == service && key.entitlement.covers(host) && Self.holds(line)
        }
    }

    /// Returns the state of one line of the database.
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

    /// The log, oldest entry first.
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

/// Changes by apps and the user of the device.
extension AssociationDaemon {
    mutating func install(_ app: InstalledApp, now: Date) -> [DaemonEffect] {
        let name = app.identifier.description
        note(name, state.apps[app.identifier] == nil ? "installed" : "updated", now)
        let taken = app.entitlements.prefix(policy.maximumEntitlements)
        if taken.count < app.entitlements.count {
            note(name, "only the first \(taken.count) of \(app.entitlements.count) entitlements are used", now)
        }
        state.apps[app.identifier] = app
        let claimed = Set(taken.map { AssociationKey(app: app.identifier, entitlement: $0) })
        for key in state.lines.keys where key.app == app.identifier && !claimed.contains(key) { state.lines[key] = nil }
        for key in claimed where state.lines[key] == nil {
            state.lines[key] = DaemonState.Line(access: nil, reason: AssociationReason(.notCheckedYet))
        }
        let effects = settleAccess(now: now)
        // An installation starts a new check, even if the site was checked for another app.
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
        note(key.description, "the user's decision is now \(approval.rawValue)", now)
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

    /// Returns the site whose file decides about a line. Returns nil if its mode is inactive.
    func siteKey(_ key: AssociationKey) -> SiteKey? {
        access(of: key).map { SiteKey(domain: key.entitlement.domain, access: $0) }
    }

    /// Updates the access of each line, adds missing sites and removes unused ones.
    ///
    /// A line whose access changes loses its approval: a response under one certificate rule is not valid under another.
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

    /// Starts a new round at once. Does not repeat a request in progress.
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

/// Decides whether a file names an app for a service. Injected, so that the daemon is independent of the format.
public struct AssociationFileReader: Sendable {
    /// The result of parsing a file.
    public enum Outcome: Sendable {
        /// The file is valid. The closure returns whether it names an app for a service.
        case sound(names: @Sendable (AppIdentifier, AssociatedService) -> Bool)
        /// The file is malformed, with a human-readable reason.
        case broken(String)
    }

    private let outcome: @Sendable ([UInt8]) -> Outcome

    /// Creates a reader.
    public init(_ outcome: @escaping @Sendable ([UInt8]) -> Outcome) {
        self.outcome = outcome
    }

    /// Parses a file.
    func read(_ file: [UInt8]) -> Outcome { outcome(file) }

    /// The reader that parses `apple-app-site-association` files with ``AssociationFile``.
    public static let standard = AssociationFileReader { bytes in
        do throws(AssociatedDomainsError) {
            let file = try AssociationFile(bytes)
            return .sound { app, service in file.names(app, for: service) }
        } catch {
            return .broken(error.description)
        }
    }
}

/// An event that the daemon processes.
public enum DaemonEvent: Sendable, Hashable {
    /// An app was installed or updated.
    case installed(InstalledApp)
    /// An app was removed.
    case removed(AppIdentifier)
    /// A download ended. Has no effect for a download that was cancelled.
    case answered(Int, SiteAnswer)
    /// Time passed. Starts what is due, as every other event does.
    case clock
    /// Developer mode was switched.
    case developerMode(Bool)
    /// The user of the device decided about an association, or withdrew the decision (`unspecified`).
    case decided(AssociationKey, Approval)
    /// The state is reset, including the user's decisions. All files are requested again.
    case reset
}

/// An effect that the daemon requests.
public enum DaemonEffect: Sendable, Hashable {
    /// Perform this download, then report ``DaemonEvent/answered(_:_:)``.
    case fetch(SiteFetch)
    /// Cancel the download with this number.
    case cancel(Int)
    /// An association began or ended.
    case changed(AssociationKey, isAssociated: Bool)
}
