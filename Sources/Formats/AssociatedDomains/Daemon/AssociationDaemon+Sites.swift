internal import FoundationEssentials

/// Requests to sites and their responses.
extension AssociationDaemon {
    /// Starts every check that is due, and ends every download that has timed out.
    mutating func startDueChecks(now: Date) -> [DaemonEffect] {
        var effects: [DaemonEffect] = []
        for key in state.sites.keys.sorted() {
            guard let site = state.sites[key] else { continue }
            if case .fetching(let id, _, let deadline) = site.phase, deadline <= now {
                effects.append(.cancel(id))
                fail(key, AssociationReason(.retrying, detail: "no response within \(Int(policy.timeout)) seconds"), now: now)
            }
            guard case .waiting(let until) = state.sites[key]?.phase else { continue }
            // Limits the delay, in case the clock was set back.
            if until > now + policy.recheckInterval { state.sites[key]?.phase = .waiting(until: now + policy.recheckInterval) }
            if until <= now { effects += begin(key, now: now) }
        }
        return effects
    }

    /// Processes the response to a pending download.
    mutating func take(_ answer: SiteAnswer, to id: Int, now: Date) -> [DaemonEffect] {
        for (key, site) in state.sites {
            guard case .fetching(id, let location, _) = site.phase else { continue }
            return take(answer, key, location, now: now)
        }
        return []
    }

    private mutating func begin(_ key: SiteKey, now: Date) -> [DaemonEffect] {
        // Reached if the daemon was stopped during its last try.
        guard let tries = state.sites[key]?.tries, tries < policy.maximumTries else {
            fail(key, AssociationReason(.retrying, detail: "the last try was interrupted"), now: now)
            return []
        }
        state.sites[key]?.tries = tries + 1
        return [fetch(key, policy.route == .network && key.access == .standard ? .network : .wellKnown, now: now)]
    }

    private mutating func fetch(_ key: SiteKey, _ location: SiteFetch.Location, now: Date) -> DaemonEffect {
        let fetch = SiteFetch(
            id: state.nextFetch, domain: key.domain, access: key.access, location: location, maximumBytes: policy.maximumBytes,
            timeout: policy.timeout)
        state.nextFetch += 1
        state.sites[key]?.phase = .fetching(id: fetch.id, location: location, deadline: now + policy.timeout + policy.grace)
        note(key.domain.text, "try \(state.sites[key]?.tries ?? 0) of \(policy.maximumTries): \(fetch.url)", now)
        return .fetch(fetch)
    }

    private mutating func take(
        _ answer: SiteAnswer, _ key: SiteKey, _ location: SiteFetch.Location, now: Date
    ) -> [DaemonEffect] {
        switch answer {
        case .response(let status, let body, let triesDirect):
            if location == .network, status != 200, triesDirect { return [fetch(key, .wellKnown, now: now)] }
            return take(status, body, key, location, now: now)
        case .tooLarge: deny(key, AssociationReason(.tooLarge), now: now)
        case .certificateRejected(let words): deny(key, AssociationReason(.certificate, detail: words), now: now)
        case .timedOut: fail(key, AssociationReason(.retrying, detail: "the request timed out"), now: now)
        case .connectionFailed(let words): fail(key, AssociationReason(.retrying, detail: "no connection: \(words)"), now: now)
        }
        return []
    }

    private mutating func take(
        _ status: Int, _ body: [UInt8], _ key: SiteKey, _ location: SiteFetch.Location, now: Date
    ) -> [DaemonEffect] {
        switch status {
        case 200: judge(body, key, now: now)
        case 300...399: deny(key, AssociationReason(.redirected, status: status), now: now)
        case 400...499:
            // Files were at the root before modes existed. With a mode, only the new location counts.
            if location == .wellKnown, key.access == .standard { return [fetch(key, .root, now: now)] }
            deny(key, AssociationReason(location == .network ? .notFoundByNetwork : .notFound, status: status), now: now)
        case 201...299: deny(key, AssociationReason(.unexpectedStatus, status: status), now: now)
        default: fail(key, AssociationReason(.retrying, status: status), now: now)
        }
        return []
    }

    private mutating func judge(_ body: [UInt8], _ key: SiteKey, now: Date) {
        // Checks the size again, because the fetcher may not have enforced the limit.
        guard body.count <= policy.maximumBytes else { return deny(key, AssociationReason(.tooLarge), now: now) }
        switch reader.read(body) {
        case .broken(let words): deny(key, AssociationReason(.brokenFile, detail: words), now: now)
        case .sound(let names):
            end(key, now: now) { line, app, service in
                let isListed = names(app, service)
                line.siteApproval = isListed ? .approved : .denied
                line.reason = AssociationReason(isListed ? .listed : .notListed)
            }
        }
    }

    /// Records that the site denies.
    private mutating func deny(_ key: SiteKey, _ reason: AssociationReason, now: Date) {
        end(key, now: now) { line, _, _ in
            line.siteApproval = .denied
            line.reason = reason
        }
    }

    /// Records a failed request, and schedules a retry or ends the round.
    private mutating func fail(_ key: SiteKey, _ reason: AssociationReason, now: Date) {
        guard let tries = state.sites[key]?.tries, tries < policy.maximumTries else {
            return end(key, now: now) { line, _, _ in
                // A round must confirm an existing approval. A denial remains.
                if line.siteApproval == .approved { line.siteApproval = .unspecified }
                line.reason = AssociationReason(.gaveUp, status: reason.status, detail: reason.detail)
            }
        }
        state.sites[key]?.phase = .waiting(until: now + policy.retryInterval)
        state.sites[key]?.lastChecked = now
        change(key, now: now) { line, _, _ in line.reason = reason }
    }

    /// Ends a round. The next one begins in a week.
    private mutating func end(
        _ key: SiteKey, now: Date, _ verdict: (inout DaemonState.Line, AppIdentifier, AssociatedService) -> Void
    ) {
        state.sites[key] = DaemonState.Site(phase: .waiting(until: now + policy.recheckInterval), tries: 0, lastChecked: now)
        change(key, now: now, verdict)
    }

    private mutating func change(
        _ site: SiteKey, now: Date, _ verdict: (inout DaemonState.Line, AppIdentifier, AssociatedService) -> Void
    ) {
        for key in state.lines.keys.sorted() where siteKey(key) == site {
            guard var line = state.lines[key] else { continue }
            verdict(&line, key.app, key.entitlement.service)
            state.lines[key] = line
            note(key.description, "\(line.siteApproval.rawValue): \(line.reason)", now)
        }
    }

    mutating func note(_ subject: String, _ message: String, _ now: Date) {
        state.log.append(DaemonLogEntry(time: now, subject: subject, message: message))
        let surplus = state.log.count - policy.maximumLogEntries
        if surplus > 0 { state.log.removeFirst(surplus) }
    }
}
