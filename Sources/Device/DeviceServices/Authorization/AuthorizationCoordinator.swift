import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import PasswordManager
import Secrets

/// Processes requests for credentials: performs the steps of the ceremony and reports events to it.
struct AuthorizationCoordinator: Sendable {
    let memory: ServicesMemory
    let revocations: RevocationNotifier
    let service: AppleServiceClient?
    let sheets: SheetQueue
    let presence: PresenceAuthority
    let passwords: any SavedPasswords
    /// The authenticator for passkeys. Nil for a device without passkeys.
    var passkeys: PasskeyAuthenticator?
    let fills: RecentFills
    let assisted: AssistedRequests
    let providers: ProviderCoordinator
    let securityKeys: SecurityKeyPort
    /// Returns the device's phone number; nil if it has none.
    let phoneNumber: @Sendable () -> String?

    /// Performs a request, and blocks until it ends. Throws `unavailable` if a consent cannot be stored, and the keychain's error
    /// if a passkey cannot be read or stored.
    func perform(
        _ request: PerformAuthorization, for caller: Caller, until cancellation: PromptCancellationToken
    ) throws(DeviceError) -> AuthorizationOutcome {
        guard let client = AppleClient(caller.app) else {
            return .rejected(AuthorizationRejection(.unknown, "the app's identifier is not a team ID and a bundle identifier"))
        }
        if let rejection = rejection(of: request, caller.app) { return .rejected(rejection) }
        assisted.end(for: caller.app)
        let situation = situation(of: request, caller.app, client)
        var ceremony = AuthorizationCeremony(situation)
        var wasShown = false
        while true {
            if cancellation.isCancelled { ceremony.cancel() }
            switch ceremony.step {
            case .granted(let grant): return .granted(grant)
            case .rejected(let rejection): return .rejected(rejection)
            case .look(let request):
                let form = ask(situation) { (service, account) throws(AppleServiceFailure) in
                    try service.form(for: client, account, request.scopes, until: cancellation)
                }
                if case .success(let form) = form, form.isFirst { try noteUnused(situation.account, client, &ceremony) }
                ceremony.receive(form)
            case .identify(let user):
                let credentialState = ask(situation) { (service, account) throws(AppleServiceFailure) in
                    try service.state(of: user, for: client, account, until: cancellation)
                }
                if case .success(.revoked) = credentialState { try noteUnused(situation.account, client, &ceremony) }
                ceremony.receive(credentialState)
            case .show(let content):
                if !wasShown, !sheets.isOpen {
                    ceremony.rejectWithoutScreen()
                } else {
                    wasShown = true
                    ceremony.receive(sheets.answer(to: content, for: caller.app, until: cancellation))
                }
            case .suggest(let assertion):
                guard let passkeys else { return .rejected(Self.noPasskeys) }
                ceremony.receiveSuggestion(
                    assisted.choice(for: assertion, caller.app, by: passkeys, until: cancellation))
            case .prove: prove(&ceremony, situation, caller, cancellation)
            case .check(let password):
                ceremony.receivePassword(
                    ask(situation) { (service, account) throws(AppleServiceFailure) in
                        try service.isRight(password, of: account, until: cancellation)
                    })
            case .signIn(let request, let consent):
                let grant = ask(situation) { (service, account) throws(AppleServiceFailure) in
                    try service.signIn(account, to: client, request, consent, until: cancellation)
                }
                switch grant {
                case .success(let grant): try remember(grant, situation.account, client)
                case .failure(.notConsented): try noteUnused(situation.account, client, &ceremony)
                case .failure: break
                }
                ceremony.receive(grant)
            case .open(let offer):
                let password = passwords.password(of: offer, for: caller.app)
                if password != nil { fills.add(offer, for: caller.app.identifier.rawValue) }
                ceremony.receive(
                    password.map { password in
                        PasswordGrant(
                            user: offer.user, password: password.withBytes { String(decoding: $0, as: UTF8.self) })
                    })
            case .fillIn(let creation): try fillIn(creation, &ceremony, situation, client, cancellation)
            case .claimFill(let registration): ceremony.receiveFill(claimFill(for: registration, caller.app))
            case .create(let registration):
                guard let passkeys else { return .rejected(Self.noPasskeys) }
                let outcome = try passkeys.create(registration, for: caller.app, isBackedUp: memory.current.account != nil)
                notify(of: registration, outcome)
                ceremony.receive(outcome)
            case .createProvided(let registration, let provider):
                guard let passkeys else { return .rejected(Self.noPasskeys) }
                let outcome = passkeys.create(registration, at: provider, for: caller.app) { order in
                    providers.ask(
                        provider, registration.isConditional ? .silentCreation(order) : .creation(order), until: cancellation)
                }
                notify(of: registration, outcome)
                ceremony.receive(outcome)
            case .list(let assertion, let provider):
                guard let passkeys else { return .rejected(Self.noPasskeys) }
                ceremony.receive(list(assertion, provider, situation, caller.app, by: passkeys, cancellation))
            case .useSecurityKey(let request, let pin):
                guard let passkeys else { return .rejected(Self.noPasskeys) }
                let key = securityKeys.key
                let use = { (ending: PromptCancellationToken) in
                    passkeys.use(key, for: request, pin: pin, caller.app, until: ending)
                }
                let outcome: SecurityKeyOutcome =
                    key?.waitsForTouch == true
                    ? sheets.show(.securityKeyTouch, for: caller.app, until: cancellation, during: use) : use(cancellation)
                ceremony.receive(outcome)
            case .sign(let assertion, let passkey):
                guard let passkeys else { return .rejected(Self.noPasskeys) }
                if let provided = passkey.provided {
                    ceremony.receive(
                        passkeys.sign(assertion, with: provided, for: caller.app) { order in
                            providers.ask(provided.provider, .passkey(order), until: cancellation)
                        })
                    continue
                }
                ceremony.receive(
                    try passkeys.sign(assertion, with: passkey, for: caller.app, isBackedUp: memory.current.account != nil))
            }
        }
    }

    /// Lets the user choose a credential in the view of a provider. The provider receives the hosts of the app if the app accepts
    /// passwords. A chosen password counts as filled in.
    private func list(
        _ assertion: PasskeyAssertionRequest, _ provider: AppIdentifier, _ situation: AuthorizationSituation, _ app: App,
        by passkeys: PasskeyAuthenticator, _ cancellation: PromptCancellationToken
    ) -> AuthorizationOutcome {
        var services: [ServiceName] = []
        if situation.acceptsPasswords, let id = try? AppIdentifier(app.identifier.rawValue) {
            services = passkeys.associations.hosts(of: id).compactMap { ServiceName($0.text, .domain) }
        }
        let outcome = passkeys.choose(assertion, at: provider, acceptsPasswords: situation.acceptsPasswords, for: app) { order in
            providers.ask(provider, .choiceWithPasskeys(services, order), until: cancellation)
        }
        if case .granted(.password(let grant)) = outcome {
            fills.add(
                user: grant.user, sites: services.map(\.identifier), for: app.identifier.rawValue, from: provider)
        }
        return outcome
    }

    /// Fills in the form of a new account. Without the service, the user types the data.
    private func fillIn(
        _ creation: AccountCreationRequest, _ ceremony: inout AuthorizationCeremony, _ situation: AuthorizationSituation,
        _ client: AppleClient, _ cancellation: PromptCancellationToken
    ) throws(DeviceError) {
        // The service knows the sign-ins on all devices. It rejects an app without Sign in with Apple.
        let use = ask(situation) { (service, account) throws(AppleServiceFailure) in
            try service.form(for: client, account, [], until: cancellation)
        }
        var usesApp: Bool?
        if case .success(let found) = use {
            usesApp = !found.isFirst
            if found.isFirst { try noteUnused(situation.account, client, &ceremony) }
        }
        let details = ask(situation) { (service, account) throws(AppleServiceFailure) in
            try service.details(of: account, until: cancellation)
        }
        ceremony.receive(
            AccountForm(
                creation, details: try? details.get(), phoneNumber: phoneNumber(), providers: situation.passkeyProviders),
            usesApp: usesApp)
    }

    /// Returns the password of the request's account that was just filled in: one that AutoFill still offers to the app, or one of a
    /// provider that is still enabled and creates passkeys without a view. A fill permits one creation, also among concurrent requests.
    private func claimFill(for registration: PasskeyRegistrationRequest, _ app: App) -> ClaimedFill? {
        let id = app.identifier.rawValue
        let isSaved = passwords.offers(for: app).contains { password in
            password.user == registration.userName && password.belongs(to: registration.relyingParty)
                && fills.claim(password, for: id)
        }
        if isSaved { return .saved }
        // A provider may create a passkey that stores no blob, so it is not asked for one that must.
        guard registration.extensions.largeBlob != .required,
            let provider = fills.claimProvided(user: registration.userName, at: registration.relyingParty, for: id),
            providers.createsPasskeysSilently(provider)
        else { return nil }
        return .provided(provider)
    }

    /// Notifies the user of a passkey that was created without a sheet.
    private func notify(of registration: PasskeyRegistrationRequest, _ outcome: AuthorizationOutcome) {
        guard registration.isConditional, case .granted = outcome else { return }
        sheets.notify(.passkeySaved(user: registration.userName, site: registration.relyingParty))
    }

    /// Returns the rejection of a request for passkeys that shows no sheet.
    private func rejection(of request: PerformAuthorization, _ app: App) -> AuthorizationRejection? {
        guard request.fitsOneSheet else {
            return AuthorizationRejection(.failed, "a request for a new credential excludes other requests")
        }
        for subject in request.subjects {
            let relyingParty: String
            switch subject {
            case .appleID, .password: continue
            case .passkeyRegistration(let registration): relyingParty = registration.relyingParty
            case .accountCreation(let creation): relyingParty = creation.relyingParty
            case .passkeyAssertion(let assertion): relyingParty = assertion.relyingParty
            case .securityKeyRegistration(let registration):
                guard registration.algorithms.contains(Self.es256) else {
                    return AuthorizationRejection(.failed, "the request does not accept ES256, the algorithm of security keys")
                }
                relyingParty = registration.relyingParty
            case .securityKeyAssertion(let assertion): relyingParty = assertion.relyingParty
            }
            guard let passkeys else { return Self.noPasskeys }
            if let rejection = passkeys.rejection(of: app, at: relyingParty) { return rejection }
        }
        return nil
    }

    /// The number of ES256 in COSE (RFC 9053).
    private static let es256: Int32 = -7
    private static let noPasskeys = AuthorizationRejection(.notHandled, "the device does not support passkeys")

    private func situation(of request: PerformAuthorization, _ app: App, _ client: AppleClient) -> AuthorizationSituation {
        let state = memory.current
        let account = state.account
        var situation = AuthorizationSituation(
            style: request.style, account: account,
            usesApp: account.flatMap { state.consent(of: $0, to: client) }.map { !$0.isRevoked } ?? false,
            usesTeam: account.map { state.uses($0, team: client.team) } ?? false,
            canCreatePasskeys: presence.mechanisms.hasPasscode && account != nil, isUnlocked: sheets.isUnlocked,
            hasKeyboard: assisted.hasKeyboard)
        // The first request of each kind counts.
        for subject in request.subjects.reversed() {
            switch subject {
            case .appleID(let request): situation.appleID = request
            case .password:
                situation.acceptsPasswords = true
                situation.passwords = passwords.offers(for: app)
            case .passkeyRegistration(let request):
                situation.registration = request
                // A provider may create a passkey that stores no blob, so it is not asked for one that must.
                if request.extensions.largeBlob != .required { situation.passkeyProviders = passkeyProviders }
            case .accountCreation(let request):
                situation.creation = request
                situation.passkeyProviders = passkeyProviders
            case .securityKeyRegistration(let request): situation.securityKey = .registration(request)
            case .securityKeyAssertion(let request): situation.securityKey = .assertion(request)
            case .passkeyAssertion(let request):
                situation.assertion = request
                situation.passkeyProviders = passkeyProviders
                situation.passkeys = passkeys?.offers(for: request) ?? []
            }
        }
        return situation
    }

    /// The enabled providers of passkeys; none while the device is locked.
    private var passkeyProviders: [AppIdentifier] {
        guard sheets.isUnlocked else { return [] }
        return providers.provided.providers.filter { $0.kinds.contains(.passkey) }.map(\.app)
    }

    private func ask<Value>(
        _ situation: AuthorizationSituation,
        _ body: (AppleServiceClient, AppleAccount) throws(AppleServiceFailure) -> Value
    ) -> Result<Value, AppleServiceFailure> {
        guard let service, let account = situation.account else {
            return .failure(.unreachable("the device has no connection to Apple's service"))
        }
        do throws(AppleServiceFailure) {
            return .success(try body(service, account))
        } catch {
            return .failure(error)
        }
    }

    private func prove(
        _ ceremony: inout AuthorizationCeremony, _ situation: AuthorizationSituation, _ caller: Caller,
        _ cancellation: PromptCancellationToken
    ) {
        let inquiry = PresenceInquiry(
            caller: caller, purpose: ceremony.purpose, presentation: .silent, mayInteract: true, cancellation: cancellation)
        do throws(AuthenticationFailure) {
            guard try presence.authenticatesOwner(for: inquiry) else { return ceremony.receiveNothingToProveWith() }
            ceremony.receiveProof()
        } catch {
            ceremony.receive(error)
        }
    }

    private func remember(_ grant: AppleIDGrant, _ account: AppleAccount?, _ client: AppleClient) throws(DeviceError) {
        guard let account else { return }
        try memory.change { $0.remember(RememberedConsent(account: account, client: client, user: grant.user)) }
    }

    /// Records that the service has no current consent: it was revoked elsewhere.
    private func noteUnused(
        _ account: AppleAccount?, _ client: AppleClient, _ ceremony: inout AuthorizationCeremony
    ) throws(DeviceError) {
        guard let account else { return }
        if memory.current.consent(of: account, to: client)?.isRevoked == false {
            try memory.change { $0.revoke(account, client) }
            revocations.wake()
        }
        ceremony.receiveUnused(usesTeam: memory.current.uses(account, team: client.team))
    }
}

extension PerformAuthorization {
    /// Whether one sheet can offer all requests. A request for a new credential excludes others, except that the user can choose
    /// between a passkey and a credential of a security key for the same relying party.
    fileprivate var fitsOneSheet: Bool {
        guard subjects.count > 1 else { return true }
        switch (subjects.count, subjects.first, subjects.last) {
        case (2, .passkeyRegistration(let passkey)?, .securityKeyRegistration(let key)?),
            (2, .securityKeyRegistration(let key)?, .passkeyRegistration(let passkey)?):
            return !passkey.isConditional && passkey.relyingParty == key.relyingParty
        default: return !subjects.contains(where: \.createsCredential)
        }
    }
}

extension AuthorizationSubject {
    fileprivate var createsCredential: Bool {
        switch self {
        case .passkeyRegistration, .accountCreation, .securityKeyRegistration: true
        case .appleID, .password, .passkeyAssertion, .securityKeyAssertion: false
        }
    }
}

extension AuthorizationRejection {
    /// The rejection of a request whose user did not authenticate.
    init(_ failure: AuthenticationFailure) {
        switch failure {
        case .userCancel, .appCancel, .systemCancel, .userFallback: self.init(.canceled, "the user cancelled")
        case .notInteractive: self.init(.notInteractive, "the prompt cannot be shown")
        default: self.init(.failed, "authentication of the user failed")
        }
    }
}
