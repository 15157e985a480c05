internal import FoundationEssentials

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
