import FoundationEssentials

extension AppleService {
    /// What a device's sheet asks before an app is given a credential.
    public func nativeForm(
        for client: ClientIdentifier, person: PersonIdentifier, scopes: Set<AuthorizationScope>
    ) -> Result<ConsentForm, NativeRefusal> {
        work { desk in
            do throws(NativeRefusal) {
                let (app, account) = try desk.nativeParties(client, person)
                return .success(desk.form(for: account, client: app, scopes: scopes))
            } catch {
                desk.log.add(.native, client, person, scopes, at: desk.now, error)
                return .failure(error)
            }
        }
    }

    /// Gives an app on a device its credential. The device has shown its sheet and made sure who confirmed it.
    public func signInNatively(_ request: NativeSignInRequest) -> Result<NativeCredential, NativeRefusal> {
        work { desk in
            do throws(NativeRefusal) {
                let credential = try desk.signInNatively(request)
                desk.log.add(.native, request.client, request.person, request.scopes, at: desk.now, nil)
                return .success(credential)
            } catch {
                desk.log.add(.native, request.client, request.person, request.scopes, at: desk.now, error)
                return .failure(error)
            }
        }
    }

    /// What an app is told about a user id that it kept.
    ///
    /// - Parameter person: the account of the device; another person's user id is then not found.
    public func credentialState(
        of user: String, client: ClientIdentifier, person: PersonIdentifier? = nil
    ) -> CredentialState {
        work { desk in
            guard let app = desk.state.teams.client(client), let subject = Subject(user) else { return .notFound }
            if let owner = desk.state.people.person(of: subject, for: app.team), person == nil || person == owner {
                guard let consent = desk.state.consents.latest(of: owner, for: app.primary) else { return .notFound }
                return consent.revokedAt == nil ? .authorized : .revoked
            }
            let former = desk.state.transfers.formerTeams(of: app.primary, now: app.team)
            let isTransferred = former.contains { team in
                desk.state.people.person(of: subject, for: team).map { person == nil || person == $0 } ?? false
            }
            return isTransferred ? .transferred : .notFound
        }
    }
}

extension ServiceDesk {
    fileprivate func nativeParties(
        _ client: ClientIdentifier, _ person: PersonIdentifier
    ) throws(NativeRefusal) -> (RegisteredClient, AppleAccount) {
        guard let app = state.teams.client(client), app.kind == .app else { throw .unknownClient }
        guard state.teams.apps[client]?.signsInWithApple == true else { throw .capabilityMissing }
        guard let account = state.people.accounts[person] else { throw .unknownAccount }
        guard !account.isLocked else { throw .accountLocked }
        guard account.hasTwoFactor else { throw .twoFactorNotEnabled }
        return (app, account)
    }

    fileprivate mutating func signInNatively(_ request: NativeSignInRequest) throws(NativeRefusal) -> NativeCredential {
        let (app, account) = try nativeParties(request.client, request.person)
        guard request.choices.isSuitable else { throw .unsuitableName }
        guard request.choices.isAddress(of: account) else { throw .unknownAddress }
        guard (request.state?.utf8.count ?? 0) <= ServiceLimits.echoBytes,
            (request.nonce?.utf8.count ?? 0) <= ServiceLimits.echoBytes
        else { throw .oversize }
        guard !request.expectsConsent || state.consents.active(of: account.id, for: app.primary) != nil else {
            throw .notConsented
        }
        let (consent, isFirst) = consent(of: account, to: app, scopes: request.scopes, choices: request.choices)
        let code = issueCode(
            for: consent, client: app.id, redirectURI: nil, nonce: request.nonce, authTime: now, isFirst: isFirst)
        let token = identityToken(
            TokenOccasion(
                endpoint: .native, consent: consent, client: app.id, nonce: request.nonce, authTime: now, isFirst: isFirst,
                bound: .code(code)))
        guard let token else { throw .notSigned }
        let named = isFirst && consent.sharedName
        return NativeCredential(
            user: standing(of: account.id, for: app.team).subject, state: request.state,
            authorizedScopes: isFirst ? request.scopes.sorted { $0.rawValue > $1.rawValue } : [], authorizationCode: code,
            identityToken: token, email: isFirst ? address(consent) : nil,
            givenName: named ? request.choices.givenName ?? account.givenName : nil,
            familyName: named ? request.choices.familyName ?? account.familyName : nil,
            realUserStatus: isFirst ? account.realUserStatus : .unsupported,
            ageRange: account.isUnderAge ? .child : .notChild)
    }
}
