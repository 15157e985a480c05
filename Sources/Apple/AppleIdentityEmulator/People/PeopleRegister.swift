import FoundationEssentials

/// Accounts, and how each team knows them.
struct PeopleRegister: Sendable, Codable {
    /// How one team knows one person.
    struct Standing: Sendable, Codable {
        /// Stable: it outlives revocation and comes back with a new consent.
        let subject: Subject
        /// Given once the person hides the address from this team.
        var relay: Relay?
    }

    /// A relay address, and whether its mail is forwarded.
    struct Relay: Sendable, Codable {
        let address: String
        var forwards = true
    }

    var accounts: [PersonIdentifier: AppleAccount] = [:]
    var standings: [TeamIdentifier: [PersonIdentifier: Standing]] = [:]
    var access: [PersonIdentifier: AccountAccess] = [:]

    init() {}

    /// Accounts of older files have no passwords.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        accounts = try values.decode([PersonIdentifier: AppleAccount].self, forKey: .accounts)
        standings = try values.decode([TeamIdentifier: [PersonIdentifier: Standing]].self, forKey: .standings)
        access = try values.decodeIfPresent([PersonIdentifier: AccountAccess].self, forKey: .access) ?? [:]
    }

    /// The person whom a team knows by a subject.
    func person(of subject: Subject, for team: TeamIdentifier) -> PersonIdentifier? {
        standings[team]?.first { $0.value.subject == subject }?.key
    }
}

extension ServiceDesk {
    /// How a team knows a person, from the first time on.
    mutating func standing(of person: PersonIdentifier, for team: TeamIdentifier) -> PeopleRegister.Standing {
        if let standing = state.people.standings[team]?[person] { return standing }
        let standing = PeopleRegister.Standing(subject: drawSubject())
        state.people.standings[team, default: [:]][person] = standing
        return standing
    }

    /// The person's relay address for a team, given now if there was none.
    mutating func relay(of person: PersonIdentifier, for team: TeamIdentifier) -> PeopleRegister.Relay {
        var standing = standing(of: person, for: team)
        if let relay = standing.relay { return relay }
        let local = randomness.text(10, of: "abcdefghijklmnopqrstuvwxyz0123456789")
        let relay = PeopleRegister.Relay(address: "\(local)@\(state.settings.relayDomain.rawValue)")
        standing.relay = relay
        state.people.standings[team, default: [:]][person] = standing
        return relay
    }

    /// A new subject or transfer identifier; the last four digits are the time of day.
    mutating func drawSubject() -> Subject {
        let minute = Int(now.timeIntervalSince1970 / 60) % 1_440
        let clock = String(10_000 + minute / 60 * 100 + minute % 60).dropFirst()
        return Subject(drawnFrom: &randomness, timeOfDay: String(clock))
    }
}
