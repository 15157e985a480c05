import FoundationEssentials

extension AppleService {
    /// Checks a request at `/auth/authorize` and opens a sheet, which expires after thirty minutes.
    ///
    /// A rejected request results in an error page with ``AppleServiceError/description``. The error never reaches the return URL,
    /// as at Apple.
    public func authorize(_ form: FormValues) -> AuthorizeAnswer {
        work { core in
            do throws(AppleServiceError) {
                let request = try AuthorizationRequest(
                    form, teams: core.state.teams, allowingLoopback: core.state.settings.allowsLoopbackURLs)
                let sheet = core.begin(request)
                core.log.add(.authorize, form, at: core.now, "the sheet is shown")
                return .sheet(core.shown(sheet))
            } catch {
                core.log.add(.authorize, form, at: core.now, error)
                return .rejected(error)
            }
        }
    }

    /// Returns the current state of a sheet; nil if it is finished, cancelled or expired.
    public func sheet(_ id: AuthorizationIdentifier) -> AuthorizationSheet? {
        work { core in core.sheets.sheet(id, now: core.now).map { core.shown($0) } }
    }

    /// Chooses the account. Allowed at any step; generates a new code.
    public func chooseAccount(_ person: PersonIdentifier, in id: AuthorizationIdentifier) -> SheetAnswer {
        work { core in core.chooseAccount(person, in: id) }
    }

    /// Enters the two-factor code. After five wrong codes or ten minutes, the account must be chosen again.
    public func enterCode(_ code: String, in id: AuthorizationIdentifier) -> SheetAnswer {
        work { core in core.enterCode(code, in: id) }
    }

    /// Confirms the sign-in. The response goes to the return URL, and the sheet closes.
    ///
    /// - Parameter choices: nil if the sheet did not ask for any, because the user already consented. If the consent was revoked
    ///   since, the sheet then shows the questions of a first sign-in, and nothing is disclosed.
    public func giveConsent(_ choices: ConsentChoices?, in id: AuthorizationIdentifier) -> SheetAnswer {
        work { core in core.giveConsent(choices, in: id) }
    }

    /// Cancels the sign-in. `user_cancelled_authorize` goes to the return URL, and the sheet closes.
    public func cancel(_ id: AuthorizationIdentifier) -> SheetAnswer {
        work { core in
            guard let sheet = core.sheets.sheet(id, now: core.now) else { return .rejected(.gone, nil) }
            core.sheets.remove(id)
            return .respond(sheet.request.response([("error", "user_cancelled_authorize"), ("state", sheet.request.state)]))
        }
    }
}

extension ServiceCore {
    fileprivate mutating func begin(_ request: AuthorizationRequest) -> SheetInProgress {
        let name = state.teams.client(request.client)?.name ?? request.client.rawValue
        let sheet = SheetInProgress(
            id: AuthorizationIdentifier(drawnFrom: &randomness), request: request, appName: name,
            expiresAt: now.addingTimeInterval(SheetRegister.lifetime))
        sheets.add(sheet)
        return sheet
    }

    fileprivate func shown(_ sheet: SheetInProgress) -> AuthorizationSheet {
        let step: AuthorizationSheet.Step
        switch (sheet.stage, sheet.person.flatMap { state.people.accounts[$0] }, state.teams.client(sheet.request.client)) {
        case (.provingDevice, let account?, _):
            step = .twoFactor(AccountChoice(account))
        case (.consenting, let account?, let client?):
            step = .consent(form(for: account, client: client, scopes: sheet.request.scopes))
        default:
            step = .account(state.people.accounts.values.sorted { $0.id < $1.id }.map { AccountChoice($0) })
        }
        return AuthorizationSheet(
            id: sheet.id, client: sheet.request.client, appName: sheet.appName, step: step, expiresAt: sheet.expiresAt,
            exceptions: sheet.request.exceptions)
    }

    fileprivate func rejected(_ rejection: SheetRejection, _ id: AuthorizationIdentifier) -> SheetAnswer {
        .rejected(rejection, sheets.sheet(id, now: now).map { shown($0) })
    }

    fileprivate func again(_ id: AuthorizationIdentifier) -> SheetAnswer {
        sheets.sheet(id, now: now).map { .sheet(shown($0)) } ?? .rejected(.gone, nil)
    }

    fileprivate mutating func chooseAccount(_ person: PersonIdentifier, in id: AuthorizationIdentifier) -> SheetAnswer {
        guard sheets.sheet(id, now: now) != nil else { return .rejected(.gone, nil) }
        guard let account = state.people.accounts[person] else { return rejected(.unknownAccount, id) }
        guard !account.isLocked else { return rejected(.accountLocked, id) }
        guard account.hasTwoFactor else { return rejected(.twoFactorNotEnabled, id) }
        let challenge = TwoFactorChallenge(
            person: person, code: randomness.digits(6), expiresAt: now.addingTimeInterval(SheetRegister.codeLifetime))
        sheets.advance(id, to: .provingDevice(challenge))
        return again(id)
    }

    fileprivate mutating func enterCode(_ code: String, in id: AuthorizationIdentifier) -> SheetAnswer {
        guard let sheet = sheets.sheet(id, now: now) else { return .rejected(.gone, nil) }
        guard case .provingDevice(var challenge) = sheet.stage else { return rejected(.wrongStep, id) }
        guard challenge.attemptsLeft > 0, now < challenge.expiresAt else {
            sheets.advance(id, to: .choosing)
            return rejected(.codeExpired, id)
        }
        guard code == challenge.code else {
            challenge.attemptsLeft -= 1
            sheets.advance(id, to: challenge.attemptsLeft > 0 ? .provingDevice(challenge) : .choosing)
            return rejected(challenge.attemptsLeft > 0 ? .wrongCode : .codeExpired, id)
        }
        sheets.advance(id, to: .consenting(AuthenticatedPerson(person: challenge.person, at: now)))
        return again(id)
    }

    fileprivate mutating func giveConsent(_ choices: ConsentChoices?, in id: AuthorizationIdentifier) -> SheetAnswer {
        guard let sheet = sheets.sheet(id, now: now) else { return .rejected(.gone, nil) }
        guard case .consenting(let authenticated) = sheet.stage else { return rejected(.wrongStep, id) }
        guard let account = state.people.accounts[authenticated.person], let client = state.teams.client(sheet.request.client)
        else {
            return rejected(.unknownAccount, id)
        }
        guard !account.isLocked else { return rejected(.accountLocked, id) }
        guard account.hasTwoFactor else { return rejected(.twoFactorNotEnabled, id) }
        let form = form(for: account, client: client, scopes: sheet.request.scopes)
        guard choices != nil || !form.asksName && !form.asksEmail else { return again(id) }
        let choices = choices ?? ConsentChoices()
        guard choices.isSuitable else { return rejected(.unsuitableName, id) }
        guard choices.isAddress(of: account) else { return rejected(.unknownAddress, id) }
        sheets.remove(id)
        return .respond(respond(to: sheet.request, account: account, client: client, authenticated.at, choices))
    }

    private mutating func respond(
        to request: AuthorizationRequest, account: AppleAccount, client: RegisteredClient, _ authTime: Date,
        _ choices: ConsentChoices
    ) -> AuthorizationResponse {
        let (consent, isFirst) = consent(of: account, to: client, scopes: request.scopes, choices: choices)
        let code = issueCode(
            for: consent, client: client.id, redirectURI: request.redirectURI.rawValue, nonce: request.nonce, authTime: authTime,
            isFirst: isFirst)
        var token: String?
        if request.wantsIdentityToken {
            token = identityToken(
                TokenContext(
                    endpoint: .authorize, consent: consent, client: client.id, nonce: request.nonce, authTime: authTime,
                    isFirst: isFirst, bound: .code(code)))
        }
        let user = isFirst ? userText(account, request.scopes, choices, address(consent)) : nil
        return request.response([("code", code), ("id_token", token), ("state", request.state), ("user", user)])
    }

    /// Returns the `user` field: the name and address that the user chose, at the first sign-in only.
    private func userText(
        _ account: AppleAccount, _ scopes: Set<AuthorizationScope>, _ choices: ConsentChoices, _ address: String?
    ) -> String? {
        let name = scopes.contains(.name) ? UserField.Name(account, choices) : nil
        guard name != nil || address != nil else { return nil }
        return WireJSON.text(UserField(name: name, email: address))
    }
}

/// The JSON of the `user` field of a first sign-in.
private struct UserField: Encodable {
    struct Name: Encodable {
        let firstName: String
        let lastName: String

        init(_ account: AppleAccount, _ choices: ConsentChoices) {
            firstName = choices.givenName ?? account.givenName
            lastName = choices.familyName ?? account.familyName
        }
    }

    let name: Name?
    let email: String?
}

extension AuthorizationRequest {
    /// Returns the response to this request, without fields that have no value.
    fileprivate func response(_ fields: [(name: String, value: String?)]) -> AuthorizationResponse {
        AuthorizationResponse(
            mode: mode, redirectURI: redirectURI.rawValue,
            fields: fields.compactMap { field in field.value.map { .init(name: field.name, value: $0) } }, exceptions: exceptions)
    }
}
