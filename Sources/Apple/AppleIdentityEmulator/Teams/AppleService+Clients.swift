import FoundationEssentials

extension AppleService {
    /// All App IDs, sorted by identifier.
    public var appIDs: [AppID] {
        work { core in core.state.teams.apps.values.sorted { $0.id < $1.id } }
    }

    /// All Services IDs, sorted by identifier.
    public var servicesIDs: [ServicesID] {
        work { core in core.state.teams.services.values.sorted { $0.id < $1.id } }
    }

    /// Registers an app.
    ///
    /// - Parameters:
    ///   - primary: the primary App ID of the same team to group it with; nil makes it primary.
    ///   - notificationURL: only for a primary App ID; https, or a loopback URL if the settings allow it.
    ///   - signsInWithApple: whether it has the capability.
    /// - Throws: ``EmulatorError`` if the ID is taken, the team or primary App ID does not exist, a value is invalid, or there are
    ///   500 clients.
    @discardableResult
    public func addAppID(
        _ id: ClientID, team: TeamID, name: String, groupedWith primary: ClientID? = nil,
        notificationURL: String? = nil, signsInWithApple: Bool = true
    ) throws(EmulatorError) -> AppID {
        try work { core throws(EmulatorError) in
            _ = try core.team(team)
            try core.checkNewClient(id, name: name)
            if let primary {
                guard let leader = core.state.teams.apps[primary], leader.isPrimary, leader.team == team else {
                    throw EmulatorError(.unknown, "the team \(team) has no primary App ID \(primary)")
                }
                guard notificationURL == nil else {
                    throw EmulatorError(.notAllowed, "only a primary App ID has a notification URL")
                }
            }
            let url = try notificationURL.map { text throws(EmulatorError) in try core.notificationURL(text) }
            let app = AppID(
                id: id, team: team, name: name, primary: primary ?? id, notificationURL: url, signsInWithApple: signsInWithApple,
                createdAt: core.now)
            core.state.teams.apps[id] = app
            return app
        }
    }

    /// Sets the URL for notifications of a group; nil disables them.
    ///
    /// - Throws: ``EmulatorError`` if the primary App ID does not exist, or the URL is neither https nor an allowed loopback URL.
    public func setNotificationURL(_ url: String?, of primary: ClientID) throws(EmulatorError) {
        try work { core throws(EmulatorError) in
            guard var app = core.state.teams.apps[primary], app.isPrimary else {
                throw EmulatorError(.unknown, "primary App ID \(primary) not found")
            }
            app.notificationURL = try url.map { text throws(EmulatorError) in try core.notificationURL(text) }
            core.state.teams.apps[primary] = app
        }
    }

    /// Enables or disables the capability Sign in with Apple of an App ID. Consents do not change.
    ///
    /// - Throws: ``EmulatorError`` if the App ID does not exist.
    public func setSignInWithApple(_ isOn: Bool, of id: ClientID) throws(EmulatorError) {
        try work { core throws(EmulatorError) in
            guard core.state.teams.apps[id] != nil else { throw EmulatorError(.unknown, "App ID \(id) not found") }
            core.state.teams.apps[id]?.signsInWithApple = isOn
        }
    }

    /// Registers a website in the group of a primary App ID.
    ///
    /// - Throws: ``EmulatorError`` if the ID is taken, the primary App ID does not exist, a value is invalid, or a limit is
    ///   exceeded (100 websites for an organization, 10 for an individual; 500 clients in total).
    @discardableResult
    public func addServicesID(
        _ id: ClientID, primary: ClientID, name: String, domains: [String], returnURLs: [String]
    ) throws(EmulatorError) -> ServicesID {
        try work { core throws(EmulatorError) in
            try core.checkNewClient(id, name: name)
            guard let leader = core.state.teams.apps[primary], leader.isPrimary else {
                throw EmulatorError(.unknown, "primary App ID \(primary) not found", at: .primary)
            }
            var service = ServicesID(
                id: id, team: leader.team, name: name, primary: primary, domains: [], returnURLs: [], createdAt: core.now)
            try core.setWebsites(domains, returnURLs, of: &service)
            core.state.teams.services[id] = service
            return service
        }
    }

    /// Replaces the domains and return URLs of a website.
    ///
    /// - Throws: ``EmulatorError`` if it does not exist, a value is invalid, or a limit is exceeded. The website is then unchanged.
    @discardableResult
    public func setWebsites(
        domains: [String], returnURLs: [String], of servicesID: ClientID
    ) throws(EmulatorError) -> ServicesID {
        try work { core throws(EmulatorError) in
            guard var service = core.state.teams.services[servicesID] else {
                throw EmulatorError(.unknown, "Services ID \(servicesID) not found")
            }
            try core.setWebsites(domains, returnURLs, of: &service)
            core.state.teams.services[servicesID] = service
            return service
        }
    }

    /// Changes the name of an App ID or Services ID, which the sheet shows.
    ///
    /// - Throws: ``EmulatorError`` if the client does not exist, or the name is invalid.
    public func setName(_ name: String, of id: ClientID) throws(EmulatorError) {
        try work { core throws(EmulatorError) in
            try PlainName.check(name, "an app's name")
            if core.state.teams.services[id] != nil {
                core.state.teams.services[id]?.name = name
            } else if core.state.teams.apps[id] != nil {
                core.state.teams.apps[id]?.name = name
            } else {
                throw EmulatorError(.unknown, "client \(id) not found")
            }
        }
    }

    /// Removes a Services ID or a grouped App ID.
    ///
    /// - Throws: ``EmulatorError`` if it does not exist, or is the primary App ID of a group.
    public func removeClient(_ id: ClientID) throws(EmulatorError) {
        try work { core throws(EmulatorError) in
            if core.state.teams.services.removeValue(forKey: id) != nil { return }
            guard let app = core.state.teams.apps[id] else { throw EmulatorError(.unknown, "client \(id) not found") }
            guard !app.isPrimary else { throw EmulatorError(.notAllowed, "\(id) is the primary App ID of a group") }
            core.state.teams.apps[id] = nil
        }
    }
}

extension ServiceCore {
    fileprivate func checkNewClient(_ id: ClientID, name: String) throws(EmulatorError) {
        try PlainName.check(name, "an app's name")
        guard state.teams.client(id) == nil else { throw EmulatorError(.exists, "the identifier \(id) is taken", at: .identifier) }
        guard state.teams.apps.count + state.teams.services.count < ServiceLimits.clients else {
            throw EmulatorError(.limit, "the limit of \(ServiceLimits.clients) clients is reached")
        }
    }

    fileprivate func notificationURL(_ text: String) throws(EmulatorError) -> String {
        guard let url = ReturnURL(text, allowingLoopback: state.settings.allowsLoopbackURLs) else {
            throw EmulatorError(
                .malformed, "a notification URL must follow the rule of return URLs: \(ReturnURL.rule)", at: .notificationURL)
        }
        return url.rawValue
    }

    fileprivate func setWebsites(_ domains: [String], _ returnURLs: [String], of service: inout ServicesID) throws(EmulatorError) {
        let limit = try team(service.team).kind.websiteLimit
        guard domains.count <= limit, returnURLs.count <= limit else {
            throw EmulatorError(
                .limit, "a Services ID of the team \(service.team) can have at most \(limit) websites",
                at: domains.count > limit ? .domains : .returnURLs)
        }
        let loopback = state.settings.allowsLoopbackURLs
        if let bad = domains.first(where: { !WebHost.isDomain($0) && !(loopback && WebHost.isLoopback($0)) }) {
            throw EmulatorError(.malformed, "\(bad.prefix(100)) is not a lower-case domain name", at: .domains)
        }
        service.domains = domains
        service.returnURLs = try returnURLs.map { text throws(EmulatorError) in
            guard let url = ReturnURL(text, allowingLoopback: loopback) else {
                throw EmulatorError(.malformed, "\(text.prefix(100)): \(ReturnURL.rule)", at: .returnURLs)
            }
            return url
        }
    }
}
