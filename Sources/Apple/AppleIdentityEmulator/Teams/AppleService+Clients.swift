import FoundationEssentials

extension AppleService {
    /// All App IDs, by identifier.
    public var appIDs: [AppID] {
        work { desk in desk.state.teams.apps.values.sorted { $0.id < $1.id } }
    }

    /// All Services IDs, by identifier.
    public var servicesIDs: [ServicesID] {
        work { desk in desk.state.teams.services.values.sorted { $0.id < $1.id } }
    }

    /// Registers an app.
    ///
    /// - Parameters:
    ///   - primary: the primary App ID of the same team that it is grouped with; nil makes it primary itself.
    ///   - notificationURL: only for a primary App ID; https, or loopback where the settings allow it.
    ///   - signsInWithApple: whether it has the capability.
    /// - Throws: when the id is taken, the team or the primary is unknown, a value is unsuitable, or there are 500 clients.
    @discardableResult
    public func addAppID(
        _ id: ClientID, team: TeamID, name: String, groupedWith primary: ClientID? = nil,
        notificationURL: String? = nil, signsInWithApple: Bool = true
    ) throws(EmulatorError) -> AppID {
        try work { desk throws(EmulatorError) in
            _ = try desk.team(team)
            try desk.checkNewClient(id, name: name)
            if let primary {
                guard let leader = desk.state.teams.apps[primary], leader.isPrimary, leader.team == team else {
                    throw EmulatorError(.unknown, "the team \(team) has no primary App ID \(primary)")
                }
                guard notificationURL == nil else {
                    throw EmulatorError(.notAllowed, "only a primary App ID has a notification URL")
                }
            }
            let url = try notificationURL.map { text throws(EmulatorError) in try desk.notificationURL(text) }
            let app = AppID(
                id: id, team: team, name: name, primary: primary ?? id, notificationURL: url, signsInWithApple: signsInWithApple,
                createdAt: desk.now)
            desk.state.teams.apps[id] = app
            return app
        }
    }

    /// Says where notifications of a group are posted; nil stops them.
    ///
    /// - Throws: when there is no such primary App ID, or the URL is neither https nor on an allowed loopback.
    public func setNotificationURL(_ url: String?, of primary: ClientID) throws(EmulatorError) {
        try work { desk throws(EmulatorError) in
            guard var app = desk.state.teams.apps[primary], app.isPrimary else {
                throw EmulatorError(.unknown, "there is no primary App ID \(primary)")
            }
            app.notificationURL = try url.map { text throws(EmulatorError) in try desk.notificationURL(text) }
            desk.state.teams.apps[primary] = app
        }
    }

    /// Gives an App ID the capability Sign in with Apple, or takes it. Consents stay as they are.
    ///
    /// - Throws: when there is no such App ID.
    public func setSignInWithApple(_ isOn: Bool, of id: ClientID) throws(EmulatorError) {
        try work { desk throws(EmulatorError) in
            guard desk.state.teams.apps[id] != nil else { throw EmulatorError(.unknown, "there is no App ID \(id)") }
            desk.state.teams.apps[id]?.signsInWithApple = isOn
        }
    }

    /// Registers a website in the group of a primary App ID.
    ///
    /// - Throws: when the id is taken, the primary is unknown, a value is unsuitable, or a cap is passed (100 websites for an
    ///   organization, 10 for an individual; 500 clients in all).
    @discardableResult
    public func addServicesID(
        _ id: ClientID, primary: ClientID, name: String, domains: [String], returnURLs: [String]
    ) throws(EmulatorError) -> ServicesID {
        try work { desk throws(EmulatorError) in
            try desk.checkNewClient(id, name: name)
            guard let leader = desk.state.teams.apps[primary], leader.isPrimary else {
                throw EmulatorError(.unknown, "there is no primary App ID \(primary)")
            }
            var service = ServicesID(
                id: id, team: leader.team, name: name, primary: primary, domains: [], returnURLs: [], createdAt: desk.now)
            try desk.setWebsites(domains, returnURLs, of: &service)
            desk.state.teams.services[id] = service
            return service
        }
    }

    /// Replaces the domains and return URLs of a website.
    ///
    /// - Throws: when it is unknown, a value is unsuitable, or a cap is passed; nothing is changed then.
    @discardableResult
    public func setWebsites(
        domains: [String], returnURLs: [String], of servicesID: ClientID
    ) throws(EmulatorError) -> ServicesID {
        try work { desk throws(EmulatorError) in
            guard var service = desk.state.teams.services[servicesID] else {
                throw EmulatorError(.unknown, "there is no Services ID \(servicesID)")
            }
            try desk.setWebsites(domains, returnURLs, of: &service)
            desk.state.teams.services[servicesID] = service
            return service
        }
    }

    /// Removes a Services ID or a grouped App ID.
    ///
    /// - Throws: when it is unknown, or leads a group.
    public func removeClient(_ id: ClientID) throws(EmulatorError) {
        try work { desk throws(EmulatorError) in
            if desk.state.teams.services.removeValue(forKey: id) != nil { return }
            guard let app = desk.state.teams.apps[id] else { throw EmulatorError(.unknown, "there is no client \(id)") }
            guard !app.isPrimary else { throw EmulatorError(.notAllowed, "the App ID \(id) leads a group") }
            desk.state.teams.apps[id] = nil
        }
    }
}

extension ServiceDesk {
    fileprivate func checkNewClient(_ id: ClientID, name: String) throws(EmulatorError) {
        try PlainName.check(name, "an app's name")
        guard state.teams.client(id) == nil else { throw EmulatorError(.exists, "the identifier \(id) is taken") }
        guard state.teams.apps.count + state.teams.services.count < ServiceLimits.clients else {
            throw EmulatorError(.limit, "there are \(ServiceLimits.clients) clients, as many as there may be")
        }
    }

    fileprivate func notificationURL(_ text: String) throws(EmulatorError) -> String {
        guard let url = ReturnURL(text, allowingLoopback: state.settings.allowsLoopbackURLs) else {
            throw EmulatorError(.malformed, "a notification URL follows the rule of return URLs: \(ReturnURL.rule)")
        }
        return url.rawValue
    }

    fileprivate func setWebsites(_ domains: [String], _ returnURLs: [String], of service: inout ServicesID) throws(EmulatorError) {
        let limit = try team(service.team).kind.websiteLimit
        guard domains.count <= limit, returnURLs.count <= limit else {
            throw EmulatorError(.limit, "a Services ID of the team \(service.team) has at most \(limit) websites")
        }
        let loopback = state.settings.allowsLoopbackURLs
        if let bad = domains.first(where: { !WebHost.isDomain($0) && !(loopback && WebHost.isLoopback($0)) }) {
            throw EmulatorError(.malformed, "\(bad.prefix(100)) is no lower-case domain name")
        }
        service.domains = domains
        service.returnURLs = try returnURLs.map { text throws(EmulatorError) in
            guard let url = ReturnURL(text, allowingLoopback: loopback) else {
                throw EmulatorError(.malformed, "\(text.prefix(100)): \(ReturnURL.rule)")
            }
            return url
        }
    }
}
