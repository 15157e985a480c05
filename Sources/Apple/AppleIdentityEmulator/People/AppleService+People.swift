import FoundationEssentials

extension AppleService {
    /// All accounts, sorted by ID.
    public var people: [AppleAccount] {
        work { core in core.state.people.accounts.values.sorted { $0.id < $1.id } }
    }

    /// Returns an account.
    public func person(_ id: PersonIdentifier) -> AppleAccount? {
        work { core in core.state.people.accounts[id] }
    }

    /// Creates an Apple Account.
    ///
    /// - Parameter password: the password for sign-in on devices; nil prevents it until the account gets a password.
    /// - Throws: ``EmulatorError`` if the ID is taken, a name or address is invalid, the address is missing without an
    ///   organization, or there are 1,000 accounts.
    @discardableResult
    public func addPerson(
        _ draft: AppleAccountDraft, password: AccountPassword? = nil
    ) throws(EmulatorError) -> AppleAccount {
        try addPerson(draft, opening: try password.map { password throws(EmulatorError) in try digest(of: password) })
    }

    /// Hashes a password, which takes time.
    func digest(of password: AccountPassword) throws(EmulatorError) -> PasswordDigest {
        try PasswordDigest(password, rounds: passwordRounds)
    }

    /// Creates an account with a hashed password.
    func addPerson(_ draft: AppleAccountDraft, opening digest: PasswordDigest?) throws(EmulatorError) -> AppleAccount {
        try work { core throws(EmulatorError) in
            guard core.state.people.accounts.count < ServiceLimits.people else {
                throw EmulatorError(.limit, "the limit of \(ServiceLimits.people) accounts is reached")
            }
            let id: PersonIdentifier
            if let wanted = draft.id { id = wanted } else { id = try core.freeIdentifier(for: draft.givenName) }
            guard core.state.people.accounts[id] == nil else { throw EmulatorError(.exists, "the account \(id) already exists") }
            let account = AppleAccount(
                id: id, givenName: draft.givenName, familyName: draft.familyName, email: draft.email,
                otherEmails: draft.otherEmails,
                hasTwoFactor: draft.hasTwoFactor, isUnderAge: draft.isUnderAge, organization: draft.organization,
                realUserStatus: draft.realUserStatus, isLocked: draft.isLocked, createdAt: core.now)
            try core.check(account)
            core.state.people.accounts[id] = account
            if let digest { core.state.people.access[id] = AccountAccess(password: digest) }
            return account
        }
    }

    /// Changes an account's name, addresses, two-factor authentication, age, organization, status and lock.
    ///
    /// - Throws: ``EmulatorError`` if the account does not exist or the change violates a rule of ``addPerson(_:)``. The account is
    ///   then unchanged.
    @discardableResult
    public func changePerson(
        _ id: PersonIdentifier, _ change: (inout AppleAccount) -> Void
    ) throws(EmulatorError) -> AppleAccount {
        try work { core throws(EmulatorError) in
            var account = try core.account(id)
            let wasLocked = account.isLocked
            change(&account)
            guard account.id == id else { throw EmulatorError(.notAllowed, "an account's id cannot change") }
            try core.check(account)
            core.state.people.accounts[id] = account
            if wasLocked, !account.isLocked { core.state.people.access[id]?.failures = 0 }
            return account
        }
    }

    /// Sets the account's password. Revokes every refresh token of the user, as Apple does. Devices stay signed in.
    ///
    /// - Throws: ``EmulatorError`` if the account does not exist.
    public func changePassword(of person: PersonIdentifier, to new: AccountPassword) throws(EmulatorError) {
        let digest = try digest(of: new)
        try work { core throws(EmulatorError) in
            _ = try core.account(person)
            core.state.people.access[person, default: AccountAccess()].password = digest
            core.state.people.access[person]?.failures = 0
            core.deviceSignIns.remove(person)
            core.state.people.accounts[person]?.passwordChangedAt = core.now
            core.state.tokens.kill(because: .passwordChanged) { $0.person == person }
        }
    }

    /// Deletes the account with its consents, tokens, relay addresses and mail, and notifies every group that had a consent.
    ///
    /// - Throws: ``EmulatorError`` if the account does not exist.
    public func deleteAccount(_ person: PersonIdentifier) throws(EmulatorError) {
        try work { core throws(EmulatorError) in
            _ = try core.account(person)
            for consent in core.state.consents.active(of: person) { core.notify(.accountDelete, consent) }
            core.state.consents.remove(person)
            core.state.tokens.kill(because: .accountDeleted) { $0.person == person }
            core.state.codes.remove { $0.person == person }
            core.state.transfers.remove(person)
            core.state.mail.remove(person)
            core.sheets.remove(person)
            core.deviceSignIns.remove(person)
            core.state.people.access[person] = nil
            for team in core.state.people.standings.keys { core.state.people.standings[team]?[person] = nil }
            core.state.people.accounts[person] = nil
        }
    }

    /// Returns the codes that the user's trusted devices show now.
    public func twoFactorCodes(for person: PersonIdentifier) -> [TwoFactorCode] {
        work { core in core.codes(for: person) }
    }

    /// Returns the user's `sub` in a team; nil before the first sign-in.
    public func subject(of person: PersonIdentifier, for team: TeamID) -> Subject? {
        work { core in core.state.people.standings[team]?[person]?.subject }
    }

    /// Returns the user's relay address for a team; nil if none exists.
    public func relayAddress(of person: PersonIdentifier, for team: TeamID) -> String? {
        work { core in core.state.people.standings[team]?[person]?.relay?.address }
    }
}

extension ServiceCore {
    func account(_ id: PersonIdentifier) throws(EmulatorError) -> AppleAccount {
        guard let account = state.people.accounts[id] else { throw EmulatorError(.unknown, "account \(id) not found") }
        return account
    }

    fileprivate func check(_ account: AppleAccount) throws(EmulatorError) {
        guard PlainName.isSuitable(account.givenName), PlainName.isSuitable(account.familyName) else {
            throw EmulatorError(
                .malformed, "a name must have at most \(ServiceLimits.nameBytes) bytes and no control characters", at: .personName)
        }
        if let organization = account.organization { try PlainName.check(organization, "an organization's id") }
        for email in account.emails {
            guard email.contains("@"), EmailSource(email) != nil else {
                throw EmulatorError(
                    .malformed, "an account's address must have the form anna@example.com, with a lower-case domain", at: .address)
            }
        }
        guard account.otherEmails.count <= ServiceLimits.addresses else {
            throw EmulatorError(
                .limit, "an account can have at most \(ServiceLimits.addresses) addresses in addition to its first", at: .address)
        }
        guard Set(account.emails.map { $0.lowercased() }).count == account.emails.count else {
            throw EmulatorError(.exists, "the account already has this address", at: .address)
        }
        // Two accounts can have one first address; the other addresses belong to one account.
        let others = state.people.accounts.values.filter { $0.id != account.id }
        let (first, further) = (account.email?.lowercased(), Set(account.otherEmails.map { $0.lowercased() }))
        let taken = others.lazy.compactMap { other in
            other.otherEmails.first { $0.lowercased() == first } ?? other.emails.first { further.contains($0.lowercased()) }
        }.first
        if let taken { throw EmulatorError(.exists, "\(taken) is an address of another account", at: .address) }
        if account.email == nil, account.organization == nil {
            throw EmulatorError(
                .malformed, "an address is required, except for a Work & School account (one with an organization)", at: .address)
        }
    }

    fileprivate func freeIdentifier(for name: String) throws(EmulatorError) -> PersonIdentifier {
        let letters = name.lowercased().utf8.filter { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }.prefix(30)
        let stem = letters.isEmpty ? "person" : String(decoding: letters, as: UTF8.self)
        for number in 1...ServiceLimits.people + 1 {
            if let id = PersonIdentifier(number == 1 ? stem : "\(stem)-\(number)"), state.people.accounts[id] == nil { return id }
        }
        throw EmulatorError(.exists, "every id for \(stem) is taken")
    }
}

/// The accounts, and each team's view of them.
struct PeopleRegister: Sendable, Codable {
    /// A team's view of one user.
    struct TeamUser: Sendable, Codable {
        /// The user's subject, which stays the same after a revocation and a new consent.
        let subject: Subject
        /// The relay address; nil until the user hides the address from this team.
        var relay: Relay?
    }

    /// A relay address, and whether it forwards mail.
    struct Relay: Sendable, Codable {
        let address: String
        var forwards = true
    }

    var accounts: [PersonIdentifier: AppleAccount] = [:]
    var standings: [TeamID: [PersonIdentifier: TeamUser]] = [:]
    var access: [PersonIdentifier: AccountAccess] = [:]

    /// Returns the user with this subject in a team.
    func person(of subject: Subject, for team: TeamID) -> PersonIdentifier? {
        standings[team]?.first { $0.value.subject == subject }?.key
    }
}

extension ServiceCore {
    /// Returns a team's view of a user; creates the entry at the first sign-in.
    mutating func teamUser(of person: PersonIdentifier, for team: TeamID) -> PeopleRegister.TeamUser {
        if let teamUser = state.people.standings[team]?[person] { return teamUser }
        let teamUser = PeopleRegister.TeamUser(subject: drawSubject())
        state.people.standings[team, default: [:]][person] = teamUser
        return teamUser
    }

    /// Returns the user's relay address for a team; creates it if necessary.
    mutating func relay(of person: PersonIdentifier, for team: TeamID) -> PeopleRegister.Relay {
        var teamUser = teamUser(of: person, for: team)
        if let relay = teamUser.relay { return relay }
        let local = randomness.text(10, of: "abcdefghijklmnopqrstuvwxyz0123456789")
        let relay = PeopleRegister.Relay(address: "\(local)@\(state.settings.relayDomain.rawValue)")
        teamUser.relay = relay
        state.people.standings[team, default: [:]][person] = teamUser
        return relay
    }

    /// Creates a random subject or transfer identifier. The last four digits are the time of day.
    mutating func drawSubject() -> Subject {
        let minute = Int(now.timeIntervalSince1970 / 60) % 1_440
        let clock = String(10_000 + minute / 60 * 100 + minute % 60).dropFirst()
        return Subject(drawnFrom: &randomness, timeOfDay: String(clock))
    }
}
