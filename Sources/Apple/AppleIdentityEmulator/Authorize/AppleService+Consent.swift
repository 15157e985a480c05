import FoundationEssentials

extension AppleService {
    /// Returns the apps that use a user's account, by group.
    public func consents(of person: PersonIdentifier) -> [ConsentSummary] {
        work { core in core.state.consents.active(of: person).compactMap { core.summary($0) } }
    }

    /// Revokes a user's consent to a group of apps. Revokes the tokens and notifies the group with `consent-revoked`.
    ///
    /// The user's `sub` does not change. The next sign-in asks for name and address again.
    ///
    /// - Throws: ``EmulatorError`` if the consent does not exist.
    public func revokeConsent(of person: PersonIdentifier, primary: ClientID) throws(EmulatorError) {
        try work { core throws(EmulatorError) in
            guard let consent = core.state.consents.active(of: person, for: primary) else {
                throw EmulatorError(.unknown, "\(person) has no consent for \(primary)")
            }
            core.notify(.consentRevoked, consent)
            core.end(consent, because: .revokedByPerson)
        }
    }

    /// Enables or disables forwarding of a relay address. A change notifies each group of the team that has the address.
    ///
    /// - Throws: ``EmulatorError`` if the team has no relay address of the user.
    public func setForwarding(_ forwards: Bool, for person: PersonIdentifier, team: TeamID) throws(EmulatorError) {
        try work { core throws(EmulatorError) in
            guard let relay = core.state.people.standings[team]?[person]?.relay else {
                throw EmulatorError(.unknown, "\(team) has no relay address of \(person)")
            }
            guard relay.forwards != forwards else { return }
            core.state.people.standings[team]?[person]?.relay?.forwards = forwards
            for consent in core.state.consents.active(of: person) where consent.team == team && consent.email == .hide {
                core.notify(forwards ? .emailEnabled : .emailDisabled, consent)
            }
        }
    }
}

extension ServiceCore {
    /// Ends a consent, with the user's unused codes and all tokens for the group.
    mutating func end(_ consent: Consent, because reason: RevocationReason) {
        var ended = consent
        ended.revokedAt = now
        state.consents.put(ended)
        state.tokens.kill(because: reason) { $0.person == consent.person && $0.primary == consent.primary }
        state.codes.remove { $0.person == consent.person && $0.primary == consent.primary && $0.usedAt == nil }
    }

    /// Stores a consent or updates the current one, and returns whether this is the first sign-in.
    mutating func consent(
        of account: AppleAccount, to client: RegisteredClient, scopes: Set<AuthorizationScope>, choices: ConsentChoices
    ) -> (consent: Consent, isFirst: Bool) {
        if var consent = state.consents.active(of: account.id, for: client.primary) {
            consent.lastClient = client.id
            state.consents.put(consent)
            return (consent, false)
        }
        let email = scopes.contains(.email) && account.email != nil ? choices.email : nil
        let consent = Consent(
            person: account.id, primary: client.primary, team: client.team, since: now, sharedName: scopes.contains(.name),
            email: email, address: email == nil ? nil : choices.address, lastClient: client.id)
        _ = teamUser(of: account.id, for: client.team)
        if email == .hide { _ = relay(of: account.id, for: client.team) }
        state.consents.put(consent)
        return (consent, true)
    }

    /// Returns the address that a consent gives to the team.
    mutating func address(_ consent: Consent) -> String? {
        switch consent.email {
        case .share: ownAddress(consent)
        case .hide: relay(of: consent.person, for: consent.team).address
        case nil: nil
        }
    }

    /// Returns the chosen address, or the account's first if the account no longer has that one.
    func ownAddress(_ consent: Consent) -> String? {
        guard let account = state.people.accounts[consent.person] else { return nil }
        return consent.address.flatMap { account.emails.contains($0) ? $0 : nil } ?? account.email
    }

    /// Returns the form that the sheet shows before it continues.
    func form(for account: AppleAccount, client: RegisteredClient, scopes: Set<AuthorizationScope>) -> ConsentForm {
        let isFirst = state.consents.active(of: account.id, for: client.primary) == nil
        return ConsentForm(
            account: AccountChoice(account), isFirst: isFirst, asksName: isFirst && scopes.contains(.name),
            asksEmail: isFirst && scopes.contains(.email) && account.email != nil, givenName: account.givenName,
            familyName: account.familyName, email: account.email, emails: account.emails)
    }

    fileprivate mutating func summary(_ consent: Consent) -> ConsentSummary? {
        let teamUser = teamUser(of: consent.person, for: consent.team)
        return ConsentSummary(
            primary: consent.primary, appName: state.teams.groupName(consent.primary), team: consent.team,
            subject: teamUser.subject,
            since: consent.since, sharedName: consent.sharedName, email: consent.email, address: address(consent),
            forwards: consent.email == .hide ? teamUser.relay?.forwards ?? true : nil,
            forwardsTo: consent.email == .hide ? ownAddress(consent) : nil)
    }
}

extension AccountChoice {
    init(_ account: AppleAccount) {
        self.init(id: account.id, name: account.fullName, email: account.email)
    }
}

extension ConsentChoices {
    /// Whether the edited names are valid.
    var isSuitable: Bool {
        PlainName.isSuitable(givenName ?? "") && PlainName.isSuitable(familyName ?? "")
    }

    /// Returns whether the chosen address belongs to the account.
    func isAddress(of account: AppleAccount) -> Bool {
        address.map(account.emails.contains) ?? true
    }
}
