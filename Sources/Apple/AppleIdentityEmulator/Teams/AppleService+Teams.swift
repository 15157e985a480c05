import FoundationEssentials

extension AppleService {
    /// All teams, sorted by team ID.
    public var teams: [DeveloperTeam] {
        work { core in core.state.teams.teams.values.sorted { $0.id < $1.id } }
    }

    /// Creates a team.
    ///
    /// - Parameter id: the team ID; nil creates a random one.
    /// - Throws: ``EmulatorError`` if the name is invalid, the ID is taken, or there are 100 teams.
    @discardableResult
    public func addTeam(
        _ id: TeamID? = nil, name: String, kind: DeveloperTeam.Kind = .organization
    ) throws(EmulatorError) -> DeveloperTeam {
        try work { core throws(EmulatorError) in try core.addTeam(id, name: name, kind: kind) }
    }

    /// Permits a domain or address to write to the team's relay addresses.
    ///
    /// - Throws: ``EmulatorError`` if the team does not exist or has reached the limit of its kind (100 or 32).
    public func addEmailSource(_ source: EmailSource, to team: TeamID) throws(EmulatorError) {
        try work { core throws(EmulatorError) in
            var held = try core.team(team)
            guard !held.emailSources.contains(source) else { return }
            guard held.emailSources.count < held.kind.emailSourceLimit else {
                throw EmulatorError(
                    .limit, "the team \(team) has reached its limit of \(held.kind.emailSourceLimit) e-mail sources", at: .source)
            }
            held.emailSources.append(source)
            core.state.teams.teams[team] = held
        }
    }

    /// Removes that permission. Does nothing if it does not exist.
    ///
    /// - Throws: ``EmulatorError`` if the team does not exist.
    public func removeEmailSource(_ source: EmailSource, from team: TeamID) throws(EmulatorError) {
        try work { core throws(EmulatorError) in
            var held = try core.team(team)
            held.emailSources.removeAll { $0 == source }
            core.state.teams.teams[team] = held
        }
    }
}

extension ServiceCore {
    func team(_ id: TeamID) throws(EmulatorError) -> DeveloperTeam {
        guard let team = state.teams.teams[id] else { throw EmulatorError(.unknown, "team \(id) not found") }
        return team
    }

    fileprivate mutating func addTeam(
        _ id: TeamID?, name: String, kind: DeveloperTeam.Kind
    ) throws(EmulatorError) -> DeveloperTeam {
        try PlainName.check(name, "a team's name")
        guard state.teams.teams.count < ServiceLimits.teams else {
            throw EmulatorError(.limit, "the limit of \(ServiceLimits.teams) teams is reached")
        }
        let id = id ?? TeamID(drawnFrom: &randomness)
        guard state.teams.teams[id] == nil else {
            throw EmulatorError(.exists, "this Team ID is already taken")
        }
        let team = DeveloperTeam(id: id, name: name, kind: kind)
        state.teams.teams[id] = team
        return team
    }
}
