import FoundationEssentials

extension AppleService {
    /// All accounts, by id.
    public var people: [AppleAccount] {
        work { desk in desk.state.people.accounts.values.sorted { $0.id < $1.id } }
    }

    /// One account.
    public func person(_ id: PersonIdentifier) -> AppleAccount? {
        work { desk in desk.state.people.accounts[id] }
    }

    /// Makes an Apple account.
    ///
    /// - Parameter password: What devices are signed in with; nil: none are, until the account is given one.
    /// - Throws: when the id is taken, a name or an address is unsuitable, the address is missing without an organization, or
    ///   there are 1,000 accounts.
    @discardableResult
    public func addPerson(
        _ draft: AppleAccountDraft, password: AccountPassword? = nil
    ) throws(EmulatorError) -> AppleAccount {
        try addPerson(draft, opening: try password.map { password throws(EmulatorError) in try digest(of: password) })
    }

    /// Takes as long as the hash.
    func digest(of password: AccountPassword) throws(EmulatorError) -> PasswordDigest {
        try PasswordDigest(password, rounds: passwordRounds)
    }

    /// The same with a password that was hashed before.
    func addPerson(_ draft: AppleAccountDraft, opening digest: PasswordDigest?) throws(EmulatorError) -> AppleAccount {
        try work { desk throws(EmulatorError) in
            guard desk.state.people.accounts.count < ServiceLimits.people else {
                throw EmulatorError(.limit, "there are \(ServiceLimits.people) accounts, as many as there may be")
            }
            let id: PersonIdentifier
            if let wanted = draft.id { id = wanted } else { id = try desk.freeIdentifier(for: draft.givenName) }
            guard desk.state.people.accounts[id] == nil else { throw EmulatorError(.exists, "there is an account \(id)") }
            let account = AppleAccount(
                id: id, givenName: draft.givenName, familyName: draft.familyName, email: draft.email,
                otherEmails: draft.otherEmails,
                hasTwoFactor: draft.hasTwoFactor, isUnderAge: draft.isUnderAge, organization: draft.organization,
                realUserStatus: draft.realUserStatus, isLocked: draft.isLocked, createdAt: desk.now)
            try desk.check(account)
            desk.state.people.accounts[id] = account
            if let digest { desk.state.people.access[id] = AccountAccess(password: digest) }
            return account
        }
    }

    /// Changes an account: its name, addresses, two-factor, age, organization, status, lock.
    ///
    /// - Throws: when it is unknown or the change breaks a rule of ``addPerson(_:)``; nothing is changed then.
    @discardableResult
    public func changePerson(
        _ id: PersonIdentifier, _ change: (inout AppleAccount) -> Void
    ) throws(EmulatorError) -> AppleAccount {
        try work { desk throws(EmulatorError) in
            var account = try desk.account(id)
            let wasLocked = account.isLocked
            change(&account)
            guard account.id == id else { throw EmulatorError(.notAllowed, "an account keeps its id") }
            try desk.check(account)
            desk.state.people.accounts[id] = account
            if wasLocked, !account.isLocked { desk.state.people.access[id]?.failures = 0 }
            return account
        }
    }

    /// Gives the account another password, or its first: every refresh token of the person dies (facts 1.8). Devices stay signed in.
    ///
    /// - Throws: when the account is unknown.
    public func changePassword(of person: PersonIdentifier, to new: AccountPassword) throws(EmulatorError) {
        let digest = try digest(of: new)
        try work { desk throws(EmulatorError) in
            _ = try desk.account(person)
            desk.state.people.access[person, default: AccountAccess()].password = digest
            desk.state.people.access[person]?.failures = 0
            desk.deviceSignIns.remove(person)
            desk.state.people.accounts[person]?.passwordChangedAt = desk.now
            desk.state.tokens.kill(because: .passwordChanged) { $0.person == person }
        }
    }

    /// Deletes the account: consents, tokens and relay addresses go, and every group that had a consent is notified.
    ///
    /// - Throws: when the account is unknown.
    public func deleteAccount(_ person: PersonIdentifier) throws(EmulatorError) {
        try work { desk throws(EmulatorError) in
            _ = try desk.account(person)
            for consent in desk.state.consents.active(of: person) { desk.notify(.accountDelete, consent) }
            desk.state.consents.remove(person)
            desk.state.tokens.kill(because: .accountDeleted) { $0.person == person }
            desk.state.codes.remove { $0.person == person }
            desk.state.transfers.remove(person)
            desk.sheets.remove(person)
            desk.deviceSignIns.remove(person)
            desk.state.people.access[person] = nil
            for team in desk.state.people.standings.keys { desk.state.people.standings[team]?[person] = nil }
            desk.state.people.accounts[person] = nil
        }
    }

    /// The codes that the person's trusted devices show now.
    public func twoFactorCodes(for person: PersonIdentifier) -> [TwoFactorCode] {
        work { desk in desk.codes(for: person) }
    }

    /// The person's `sub` for a team; nil before the first sign-in.
    public func subject(of person: PersonIdentifier, for team: TeamID) -> Subject? {
        work { desk in desk.state.people.standings[team]?[person]?.subject }
    }

    /// The person's relay address for a team; nil when none was given.
    public func relayAddress(of person: PersonIdentifier, for team: TeamID) -> String? {
        work { desk in desk.state.people.standings[team]?[person]?.relay?.address }
    }
}

extension ServiceDesk {
    func account(_ id: PersonIdentifier) throws(EmulatorError) -> AppleAccount {
        guard let account = state.people.accounts[id] else { throw EmulatorError(.unknown, "there is no account \(id)") }
        return account
    }

    fileprivate func check(_ account: AppleAccount) throws(EmulatorError) {
        guard PlainName.isSuitable(account.givenName), PlainName.isSuitable(account.familyName) else {
            throw EmulatorError(.malformed, "a name has at most \(ServiceLimits.nameBytes) bytes and no control characters")
        }
        if let organization = account.organization { try PlainName.check(organization, "an organization's id") }
        for email in account.emails {
            guard email.contains("@"), EmailSource(email) != nil else {
                throw EmulatorError(.malformed, "an account's address is of the form anna@example.com, its domain in lower case")
            }
        }
        guard account.otherEmails.count <= ServiceLimits.addresses else {
            throw EmulatorError(.limit, "an account has at most \(ServiceLimits.addresses) addresses besides its first")
        }
        guard Set(account.emails.map { $0.lowercased() }).count == account.emails.count else {
            throw EmulatorError(.exists, "the account has this address already")
        }
        guard !account.otherEmails.isEmpty || account.email == nil else { return }
        let others = state.people.accounts.values.filter { $0.id != account.id }.flatMap(\.emails).map { $0.lowercased() }
        if let taken = account.otherEmails.first(where: { others.contains($0.lowercased()) }) {
            throw EmulatorError(.exists, "\(taken) is an address of another account")
        }
        if account.email == nil, account.organization == nil {
            throw EmulatorError(.malformed, "only a Work & School account, one with an organization, has no address")
        }
    }

    fileprivate func freeIdentifier(for name: String) throws(EmulatorError) -> PersonIdentifier {
        let letters = name.lowercased().utf8.filter { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }.prefix(30)
        let stem = letters.isEmpty ? "person" : String(decoding: letters, as: UTF8.self)
        for number in 1...ServiceLimits.people + 1 {
            if let id = PersonIdentifier(number == 1 ? stem : "\(stem)-\(number)"), state.people.accounts[id] == nil { return id }
        }
        throw EmulatorError(.exists, "no id is free for \(stem)")
    }
}

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
    var standings: [TeamID: [PersonIdentifier: Standing]] = [:]
    var access: [PersonIdentifier: AccountAccess] = [:]

    init() {}

    /// Accounts of older files have no passwords.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        accounts = try values.decode([PersonIdentifier: AppleAccount].self, forKey: .accounts)
        standings = try values.decode([TeamID: [PersonIdentifier: Standing]].self, forKey: .standings)
        access = try values.decodeIfPresent([PersonIdentifier: AccountAccess].self, forKey: .access) ?? [:]
    }

    /// The person whom a team knows by a subject.
    func person(of subject: Subject, for team: TeamID) -> PersonIdentifier? {
        standings[team]?.first { $0.value.subject == subject }?.key
    }
}

extension ServiceDesk {
    /// How a team knows a person, from the first time on.
    mutating func standing(of person: PersonIdentifier, for team: TeamID) -> PeopleRegister.Standing {
        if let standing = state.people.standings[team]?[person] { return standing }
        let standing = PeopleRegister.Standing(subject: drawSubject())
        state.people.standings[team, default: [:]][person] = standing
        return standing
    }

    /// The person's relay address for a team, given now if there was none.
    mutating func relay(of person: PersonIdentifier, for team: TeamID) -> PeopleRegister.Relay {
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
