import FoundationEssentials

extension AppleService {
    /// All transfers, oldest first.
    public var transfers: [AppTransfer] {
        work { core in core.state.transfers.transfers }
    }

    /// Transfers a group of apps, with its websites and consents, to another team.
    ///
    /// Revokes its tokens and codes. Keys stay with the old team. Consents remain, but users have another `sub` and another relay
    /// address in the new team.
    ///
    /// - Throws: ``EmulatorError`` if the primary App ID or the team does not exist, or the team already owns the group.
    @discardableResult
    public func transferApp(_ primary: ClientID, to team: TeamID) throws(EmulatorError) -> AppTransfer {
        try work { core throws(EmulatorError) in
            _ = try core.team(team)
            guard let app = core.state.teams.apps[primary], app.isPrimary else {
                throw EmulatorError(.unknown, "primary App ID \(primary) not found")
            }
            guard app.team != team else { throw EmulatorError(.notAllowed, "the team \(team) already owns \(primary)") }
            let transfer = AppTransfer(primary: primary, from: app.team, to: team, at: core.now)
            core.move(transfer)
            return transfer
        }
    }

    /// Serves `/auth/usermigrationinfo` (TN3159), for the team that transfers an app and for the receiving team.
    ///
    /// - Parameter authorization: the `Authorization` header, with a bearer token for `user.migration`.
    public func userMigrationInfo(_ form: FormValues, authorization: String?) -> Result<MigrationAnswer, AppleServiceError> {
        answer(.userMigrationInfo, form) { core throws(AppleServiceError) in
            (try core.userMigrationInfo(form, authorization: authorization), "the user was found")
        }
    }
}

extension ServiceCore {
    fileprivate mutating func move(_ transfer: AppTransfer) {
        for app in state.teams.apps.values where app.primary == transfer.primary {
            state.teams.apps[app.id]?.team = transfer.to
        }
        for service in state.teams.services.values where service.primary == transfer.primary {
            state.teams.services[service.id]?.team = transfer.to
        }
        for var consent in state.consents.active(for: transfer.primary) {
            consent.team = transfer.to
            state.consents.put(consent)
        }
        state.tokens.kill(because: .transferred) { $0.primary == transfer.primary }
        state.codes.remove { $0.primary == transfer.primary }
        state.transfers.add(transfer)
    }

    fileprivate mutating func userMigrationInfo(
        _ form: FormValues, authorization: String?
    ) throws(AppleServiceError) -> MigrationAnswer {
        let client = try authenticate(form, asFormerTeam: true)
        try checkBearer(authorization, of: client)
        switch (form["sub"], form["transfer_sub"]) {
        case (let sub?, nil): return try transferIdentifier(of: sub, target: form["target"], client)
        case (nil, let transferred?): return try user(of: transferred, client)
        case (nil, nil): throw .init(.invalidRequest, because: "sub or transfer_sub is required")
        case (_?, _?): throw .init(.invalidRequest, because: "sub and transfer_sub are mutually exclusive")
        }
    }

    private func checkBearer(_ authorization: String?, of client: AuthenticatedClient) throws(AppleServiceError) {
        guard let authorization, authorization.hasPrefix("Bearer ") else {
            throw .init(.invalidRequest, because: "the header `Authorization: Bearer` with an access token is required")
        }
        guard let token = state.tokens.access[String(authorization.dropFirst(7))], token.person == nil else {
            throw .init(.invalidClient, because: "the bearer token is not an access token for client_credentials")
        }
        guard token.death == nil || token.death == .transferred, now < token.expiresAt else {
            throw .init(.invalidClient, because: "the access token has expired or was revoked")
        }
        guard token.client == client.client.id, token.team == client.team else {
            throw .init(.invalidClient, because: "the access token was issued to another client or team")
        }
    }

    /// Returns the response for the team that transfers the app.
    private mutating func transferIdentifier(
        of sub: String, target: String?, _ client: AuthenticatedClient
    ) throws(AppleServiceError) -> MigrationAnswer {
        guard let target else { throw .init(.invalidRequest, because: "target is required: the Team ID of the recipient") }
        guard let recipient = TeamID(target), state.teams.teams[recipient] != nil else {
            throw .init(.invalidRequest, because: "no team has the Team ID in target")
        }
        guard recipient != client.team else {
            throw .init(.invalidRequest, because: "target is the sender's own Team ID; it must be the recipient's")
        }
        if let transfer = state.transfers.open(client.client.primary, from: client.team, now: now), transfer.to != recipient {
            throw .init(.invalidRequest, because: "the app was transferred to \(transfer.to), not to \(recipient)")
        }
        guard let subject = Subject(sub), let person = state.people.person(of: subject, for: client.team),
            state.consents.latest(of: person, for: client.client.primary) != nil
        else {
            throw .init(.invalidRequest, because: "sub is not a user of this app in the team \(client.team)")
        }
        return .transferIdentifier(
            transferIdentifier(.init(person: person, from: client.team, to: recipient, primary: client.client.primary)))
    }

    /// Returns the response for the receiving team.
    private mutating func user(of text: String, _ client: AuthenticatedClient) throws(AppleServiceError) -> MigrationAnswer {
        guard let subject = Subject(text), let identifier = state.transfers[subject] else {
            throw .init(.invalidRequest, because: "transfer_sub is unknown")
        }
        guard identifier.to == client.team, identifier.primary == client.client.primary else {
            throw .init(.invalidRequest, because: "transfer_sub is for the team \(identifier.to) and the app \(identifier.primary)")
        }
        guard let transfer = state.transfers.open(identifier.primary, to: client.team, now: now), transfer.from == identifier.from
        else {
            throw .init(.invalidRequest, because: "the app was not transferred to \(client.team) within the last 60 days")
        }
        let teamUser = teamUser(of: identifier.person, for: client.team)
        var address: String?
        if let consent = state.consents.latest(of: identifier.person, for: identifier.primary), consent.email == .hide {
            address = relay(of: identifier.person, for: client.team).address
        }
        return .user(subject: teamUser.subject, relayAddress: address)
    }
}

/// The response of `/auth/usermigrationinfo` (TN3159).
public enum MigrationAnswer: Sendable, Hashable {
    /// The response for the team that transfers the app.
    case transferIdentifier(Subject)
    /// The response for the receiving team. The relay address is present only for users who hide theirs.
    case user(subject: Subject, relayAddress: String?)

    /// The JSON body, with members in a fixed order.
    public var body: [UInt8] {
        switch self {
        case .transferIdentifier(let identifier): WireJSON.bytes(["transfer_sub": identifier.rawValue])
        case .user(let subject, let address):
            WireJSON.bytes(Members(sub: subject, email: address, is_private_email: address.map { _ in true }))
        }
    }

    private struct Members: Encodable {
        let sub: Subject
        let email: String?
        let is_private_email: Bool?
    }
}
