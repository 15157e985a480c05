import FoundationEssentials

extension AppleService {
    /// All teams, by Team ID.
    public var teams: [DeveloperTeam] {
        work { desk in desk.state.teams.teams.values.sorted { $0.id < $1.id } }
    }

    /// Enrols a team.
    ///
    /// - Parameter id: a Team ID is made up when nil.
    /// - Throws: when the name is unsuitable, the id is taken, or there are 100 teams.
    @discardableResult
    public func addTeam(
        _ id: TeamID? = nil, name: String, kind: DeveloperTeam.Kind = .organization
    ) throws(EmulatorError) -> DeveloperTeam {
        try work { desk throws(EmulatorError) in try desk.addTeam(id, name: name, kind: kind) }
    }

    /// Lets a domain or address write to the team's relay addresses.
    ///
    /// - Throws: when the team is unknown or has as many sources as its kind may (100 or 32).
    public func addEmailSource(_ source: EmailSource, to team: TeamID) throws(EmulatorError) {
        try work { desk throws(EmulatorError) in
            var held = try desk.team(team)
            guard !held.emailSources.contains(source) else { return }
            guard held.emailSources.count < held.kind.emailSourceLimit else {
                throw EmulatorError(
                    .limit, "the team \(team) has \(held.kind.emailSourceLimit) e-mail sources, as many as it may")
            }
            held.emailSources.append(source)
            desk.state.teams.teams[team] = held
        }
    }

    /// Takes that right away again; nothing happens when it was never given.
    ///
    /// - Throws: when the team is unknown.
    public func removeEmailSource(_ source: EmailSource, from team: TeamID) throws(EmulatorError) {
        try work { desk throws(EmulatorError) in
            var held = try desk.team(team)
            held.emailSources.removeAll { $0 == source }
            desk.state.teams.teams[team] = held
        }
    }
}

extension ServiceDesk {
    func team(_ id: TeamID) throws(EmulatorError) -> DeveloperTeam {
        guard let team = state.teams.teams[id] else { throw EmulatorError(.unknown, "there is no team \(id)") }
        return team
    }

    fileprivate mutating func addTeam(
        _ id: TeamID?, name: String, kind: DeveloperTeam.Kind
    ) throws(EmulatorError) -> DeveloperTeam {
        try PlainName.check(name, "a team's name")
        guard state.teams.teams.count < ServiceLimits.teams else {
            throw EmulatorError(.limit, "there are \(ServiceLimits.teams) teams, as many as there may be")
        }
        let id = id ?? TeamID(drawnFrom: &randomness)
        guard state.teams.teams[id] == nil else {
            throw EmulatorError(.exists, "there is a team with this Team ID")
        }
        let team = DeveloperTeam(id: id, name: name, kind: kind)
        state.teams.teams[id] = team
        return team
    }
}
