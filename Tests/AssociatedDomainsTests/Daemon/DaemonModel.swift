import FoundationEssentials

@testable import AssociatedDomains

/// One state of the exploration: a daemon at a time, with an observer's record that is independent of the daemon's.
struct DaemonModel {
    /// An event that can happen in a state.
    enum Step: Hashable, CustomStringConvertible {
        case event(DaemonEvent)
        /// The clock advances to the next time at which something is due.
        case wake
        /// The daemon is stored, stopped and loaded.
        case restart

        var description: String {
            switch self {
            case .event(let event): "\(event)"
            case .wake: "wake"
            case .restart: "restart"
            }
        }
    }

    /// States with the same behaviour are equal: times count from now and downloads by position. The log, past times and the reason
    /// for a denial are ignored. The rules are checked in each actual state.
    struct Key: Hashable {
        let state: DaemonState
        let mayHold: Set<AssociationKey>
        let tries: [SiteKey: Int]
    }

    var daemon: AssociationDaemon
    var now = DaemonFixture.start
    /// Lines whose last decisive event was a file that names the app.
    private(set) var mayHold: Set<AssociationKey> = []
    /// Tries of the current round, counted by the started downloads.
    private(set) var tries: [SiteKey: Int] = [:]

    init(_ policy: DaemonPolicy) {
        daemon = AssociationDaemon(policy: policy, reader: Self.reader)
    }

    /// `A` names the first app, `Y` both, `N` none, anything else is malformed.
    static let reader = AssociationFileReader { file in
        switch file.first {
        case UInt8(ascii: "Y"): .sound { _, _ in true }
        case UInt8(ascii: "A"): .sound { app, _ in app.teamID.hasPrefix("A") }
        case UInt8(ascii: "N"): .sound { _, _ in false }
        default: .broken("broken")
        }
    }

    static let answers: [SiteAnswer] =
        ["Y", "A", "N", "?"].map { .response(status: 200, body: Array($0.utf8)) }
        + [204, 301, 404, 500].map { .response(status: $0, body: []) }
        + [
            .response(status: 404, body: [], triesDirect: true), .tooLarge, .timedOut, .connectionFailed("x"),
            .certificateRejected("x"),
        ]

    var key: Key {
        var state = daemon.state
        state.log = []
        state.nextFetch = 0
        for (site, known) in state.sites {
            var known = known
            known.lastChecked = nil
            switch known.phase {
            case .waiting(let until): known.phase = .waiting(until: relative(until))
            case .fetching(_, let location, let deadline):
                known.phase = .fetching(id: 0, location: location, deadline: relative(deadline))
            }
            state.sites[site] = known
        }
        for (key, line) in state.lines { state.lines[key]?.reason = AssociationReason(Self.kind(of: line.reason.code)) }
        return Key(state: state, mayHold: mayHold, tries: tries)
    }

    private static func kind(of code: AssociationReason.Code) -> AssociationReason.Code {
        switch code {
        case .notCheckedYet, .modeNotInForce, .listed, .retrying, .gaveUp: code
        default: .notFound
        }
    }

    /// Open downloads, by site.
    var open: [(site: SiteKey, id: Int)] {
        daemon.state.sites.sorted { $0.key < $1.key }.compactMap { site, known in
            if case .fetching(let id, _, _) = known.phase { (site, id) } else { nil }
        }
    }

    /// Takes a step and returns its effects, which the caller checks against the rules.
    @discardableResult
    mutating func take(_ step: Step) throws -> [DaemonEffect] {
        let before = daemon
        var event = DaemonEvent.clock
        switch step {
        case .event(let happened): event = happened
        case .wake: now = max(now, daemon.nextWake ?? now)
        case .restart: daemon = try AssociationDaemon(stored: try daemon.stored(), policy: daemon.policy, reader: Self.reader)
        }
        let effects = daemon.handle(event, now: now)
        observe(event, before, effects)
        return effects
    }

    /// The observer's record. Written from the rules in the facts, not from the daemon's code.
    private mutating func observe(_ event: DaemonEvent, _ before: AssociationDaemon, _ effects: [DaemonEffect]) {
        switch event {
        case .answered(let id, let answer):
            if let (site, location) = Self.download(id, of: before) { observe(answer, site, location) }
        case .installed, .removed, .developerMode, .reset:
            let installed: AppIdentifier? = if case .installed(let app) = event { app.identifier } else { nil }
            for site in Array(tries.keys) where daemon.state.sites[site] == nil || event == .reset { tries[site] = nil }
            // An installation starts a round, unless the site is being fetched.
            for (key, line) in daemon.state.lines where key.app == installed {
                guard let access = line.access else { continue }
                let site = SiteKey(domain: key.entitlement.domain, access: access)
                if !Self.isAsking(site, before) { tries[site] = 0 }
            }
            if event == .reset { mayHold = [] }
        default: break
        }
        // An entry that is not in the database, or was just added under other rules, cannot be associated.
        mayHold = mayHold.filter { key in
            guard let line = daemon.state.lines[key], let old = before.state.lines[key] else { return false }
            return line.access == old.access
        }
        for case .fetch(let fetch) in effects where fetch.location != .root && !Self.continues(fetch, before) {
            tries[SiteKey(domain: fetch.domain, access: fetch.access), default: 0] += 1
        }
        endSilentRounds(effects)
    }

    private mutating func observe(_ answer: SiteAnswer, _ site: SiteKey, _ location: SiteFetch.Location) {
        let lines = daemon.state.lines.keys.filter { daemon.siteKey($0) == site }
        switch answer {
        case .response(200, let body, _):
            tries[site] = 0
            for key in lines {
                let names = body.first == UInt8(ascii: "Y") || (body.first == UInt8(ascii: "A") && key.app.teamID.hasPrefix("A"))
                if names { mayHold.insert(key) } else { mayHold.remove(key) }
            }
        case .response(400...499, _, let triesDirect):
            let goesOn = location == .network ? triesDirect : location == .wellKnown && site.access == .standard
            if !goesOn { reject(site, lines) }
        case .response(500...599, _, _), .timedOut, .connectionFailed: failed(site, lines)
        case .response, .tooLarge, .certificateRejected: reject(site, lines)
        }
    }

    private mutating func reject(_ site: SiteKey, _ lines: [AssociationKey]) {
        tries[site] = 0
        mayHold.subtract(lines)
    }

    private mutating func failed(_ site: SiteKey, _ lines: [AssociationKey]) {
        if tries[site] == daemon.policy.maximumTries { reject(site, lines) }
    }

    /// Downloads that ended without a response: timeouts that the daemon detected, and last tries that a restart interrupted.
    private mutating func endSilentRounds(_ effects: [DaemonEffect]) {
        for site in Array(tries.keys) where tries[site] == daemon.policy.maximumTries && !Self.isAsking(site, daemon) {
            guard case .waiting(let until) = daemon.state.sites[site]?.phase, until > now + daemon.policy.retryInterval else {
                continue
            }
            reject(site, daemon.state.lines.keys.filter { daemon.siteKey($0) == site })
        }
    }

    private func relative(_ date: Date) -> Date {
        Date(timeIntervalSince1970: max(-1, date.timeIntervalSince(now)))
    }

    private static func isAsking(_ site: SiteKey, _ daemon: AssociationDaemon) -> Bool {
        if case .fetching = daemon.state.sites[site]?.phase { true } else { false }
    }

    private static func download(_ id: Int, of daemon: AssociationDaemon) -> (SiteKey, SiteFetch.Location)? {
        for (site, known) in daemon.state.sites {
            if case .fetching(id, let location, _) = known.phase { return (site, location) }
        }
        return nil
    }

    /// Whether a download continues the current try: from the network to the site.
    private static func continues(_ fetch: SiteFetch, _ before: AssociationDaemon) -> Bool {
        guard fetch.location == .wellKnown, before.policy.route == .network, fetch.access == .standard else { return false }
        return isAsking(SiteKey(domain: fetch.domain, access: fetch.access), before)
    }
}
