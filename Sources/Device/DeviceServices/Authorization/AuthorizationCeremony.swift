import AssociatedDomains
package import DeviceBroker
package import DeviceProtocol

/// The state of one request for a credential, from the first sheet to the result. It shows nothing and sends no requests; the
/// caller reports events.
///
/// The sheets have Apple's order: at the first sign-in an explanation, the details and user presence, later a confirmation. An
/// alert reports what the sheets cannot resolve. Closing a sheet ends the request with `canceled`. If the user confirmed, but the
/// service has no consent any more, the ceremony starts again, so that nothing is disclosed without asking.
package struct AuthorizationCeremony: Sendable {
    /// The maximum number of wrong account passwords in one request.
    package static let passwordLimit = 3

    package private(set) var step: Step
    private var situation: AuthorizationSituation
    /// The passkey to create: of the request, or of the account that the user confirmed.
    private var registration: PasskeyRegistrationRequest?
    private var form: SignInForm?
    private var consent = SignInConsent.existing
    /// The candidate that the user chose.
    private var choice: Sheet.Candidate?
    /// The data that the user shares for a new account.
    private var account: ChosenAccount?
    /// The provider that the user chose for a new passkey, also of a new account; nil for the device.
    private var provider: AppIdentifier?
    private var wrongPasswords = 0
    /// The operation that the user's presence permits.
    package var purpose: PromptPurpose {
        guard registration == nil else { return .createPasskey }
        return switch choice {
        case .password: .usePassword
        case .passkey: .usePasskey
        case .appleID, .securityKey, .provider, nil: .signInWithApple
        }
    }
    /// The step to repeat after the service did not respond.
    private var interruptedStep: Step?

    package init(_ situation: AuthorizationSituation) {
        self.situation = situation
        registration = situation.registration
        step = .rejected(AuthorizationRejection(.failed, "the request contains no credential request"))
        begin()
    }

    private mutating func begin() {
        guard situation.style != .autoFill else { return suggest() }
        guard !situation.createsPasskey || situation.canCreatePasskeys else {
            if let key = situation.offeredSecurityKey { return askForSecurityKey(key) }
            return reject(
                .deviceNotConfiguredForPasskeyCreation, "a passkey requires a passcode and an Apple Account on the device")
        }
        if let creation = situation.creation {
            step = .fillIn(creation)
            return
        }
        if let registration {
            guard registration.isConditional else {
                return show(
                    .createPasskey(
                        user: registration.userName, site: registration.relyingParty, places: situation.passkeyPlaces))
            }
            guard situation.isUnlocked else { return rejectWithoutScreen() }
            step = .claimFill(registration)
            return
        }
        guard let request = situation.appleID else {
            if situation.acceptsCredentials { offer(withAppleID: false) }
            return
        }
        guard situation.account != nil else {
            return situation.isForExisting ? offer(withAppleID: false) : show(.alert(.noAccount))
        }
        switch request.operation {
        case .implicit, .login: step = .look(request)
        case .refresh, .logout:
            guard let user = request.user else { return reject(.failed, "refresh and logout require the request's user") }
            step = .identify(user: user)
        }
    }

    /// Offers passkeys in AutoFill, which offers saved passwords without a request.
    private mutating func suggest() {
        guard let assertion = situation.assertion else {
            return reject(.notHandled, "AutoFill requires a request for a signature by a passkey")
        }
        guard situation.hasKeyboard else { return reject(.notHandled, "the device has no keyboard for AutoFill") }
        choice = nil
        step = .suggest(assertion)
    }

    // MARK: - Responses of the service

    package mutating func receive(_ found: Result<SignInForm, AppleServiceFailure>) {
        guard case .look = step else { return }
        switch found {
        case .success(let form):
            self.form = form
            if situation.isForExisting {
                offer(withAppleID: !form.isFirst)
            } else if !form.isFirst {
                confirm()
            } else if situation.usesTeam {
                show(.details(form))
            } else if let account = situation.account {
                show(.explanation(account))
            }
        case .failure(let failure):
            switch failure {
            case .unreachable where situation.usesApp:
                // The device knows that the user uses the app, so it can show the sheet offline. The sign-in after it fails.
                situation.isForExisting ? offer(withAppleID: true) : confirm()
            case .unreachable where situation.isForExisting, .accountLocked where situation.isForExisting,
                .twoFactorNotEnabled where situation.isForExisting:
                offer(withAppleID: false)
            default: fail(failure)
            }
        }
    }

    package mutating func receive(_ state: Result<AppleCredentialState, AppleServiceFailure>) {
        guard case .identify = step else { return }
        switch state {
        case .success(.authorized): confirm()
        case .success: reject(.failed, "the user ID belongs to another account")
        case .failure(let failure): fail(failure)
        }
    }

    package mutating func receive(_ credential: Result<AppleIDGrant, AppleServiceFailure>) {
        guard case .signIn = step else { return }
        switch credential {
        case .success(let grant): step = .granted(.appleID(grant))
        case .failure(.notConsented) where consent == .existing:
            situation.usesApp = false
            begin()
        case .failure(let failure): fail(failure)
        }
    }

    /// Handles the service's report that the account does not use the app, which overrides the device's memory. `usesTeam` is true if
    /// the account uses another app of the team.
    package mutating func receiveUnused(usesTeam: Bool) {
        situation.usesApp = false
        situation.usesTeam = usesTeam
    }

    /// Handles the filled-in form of a new account. If the Apple Account uses the app, the app receives `preferSignInWithApple` and no
    /// sheet is shown, because the user would get a second account. With nil for `usesApp`, the device's memory decides.
    package mutating func receive(_ form: AccountForm, usesApp: Bool?) {
        guard case .fillIn = step else { return }
        guard !(usesApp ?? situation.usesApp) else {
            return reject(.preferSignInWithApple, "the user signs in to the app with Apple")
        }
        show(.newAccount(form))
    }

    private mutating func fail(_ failure: AppleServiceFailure) {
        switch failure {
        case .unknownClient: reject(.unknown, "no App ID with Sign in with Apple has the app's bundle identifier")
        case .accountLocked: show(.alert(.accountLocked))
        case .twoFactorNotEnabled: show(.alert(.twoFactorNeeded))
        case .notConsented: reject(.failed, "Apple's service has no consent, although the user consented")
        case .rejected(let code): reject(.failed, "Apple's service rejected the request: \(code)")
        case .malformed: reject(.invalidResponse, "malformed response from Apple's service")
        case .cancelled: reject(.canceled, "the app withdrew its request")
        case .unreachable:
            interruptedStep = step
            show(.alert(.notCompleted))
        }
    }

    // MARK: - Actions of the user

    package mutating func receive(_ answer: SheetAnswer) {
        guard case .show(let content) = step else { return }
        switch (content, answer) {
        case (.alert(.noAccount), .openSettings):
            reject(.unknown, "the device is not signed in to an Apple Account; the user opened Settings")
        case (.alert(.twoFactorNeeded), _): reject(.unknown, "the Apple Account does not have two-factor authentication")
        case (.alert(.accountLocked), _): reject(.unknown, "the Apple Account is locked")
        case (.alert(.notCompleted), .tryAgain): if let interruptedStep { step = interruptedStep }
        case (.explanation, .proceed): if let form { show(.details(form)) }
        case (.details, .proceed):
            consent = .given(.unchanged)
            step = .prove
        case (.details, .details(let choices)):
            consent = .given(choices)
            step = .prove
        case (.confirmation, .proceed), (.createPasskey, .proceed): step = .prove
        case (.createPasskey(_, _, let places), .choose(let index)) where places.indices.contains(index):
            switch places[index] {
            case .provider(let app):
                provider = app
                step = .prove
            case .securityKey: if let key = situation.securityKey { askForSecurityKey(key) }
            }
        case (.newAccount(let form), .proceed): proceed(with: form, .unchanged)
        case (.newAccount(let form), .account(let choices)): proceed(with: form, choices)
        case (.choice(let candidates), .choose(let index)) where candidates.indices.contains(index):
            choose(candidates[index])
        case (.accountPassword, .password(let password)): step = .check(password)
        case (.securityKey, .proceed): if let key = situation.securityKey { step = .useSecurityKey(key, pin: nil) }
        case (.securityKeyPIN, .password(let pin)): if let key = situation.securityKey { step = .useSecurityKey(key, pin: pin) }
        default: reject(.canceled, "the user cancelled")
        }
    }

    private mutating func choose(_ candidate: Sheet.Candidate) {
        switch candidate {
        case .appleID, .password, .passkey:
            choice = candidate
            step = .prove
        case .securityKey: if let key = situation.securityKey { askForSecurityKey(key) }
        case .provider(let app): if let assertion = situation.assertion { step = .list(assertion, app) }
        }
    }

    /// Continues with a complete form. An incomplete one stays on the screen, because its button has no effect.
    private mutating func proceed(with form: AccountForm, _ choices: AccountChoices) {
        guard let creation = situation.creation, let account = form.account(choices),
            let registration = PasskeyRegistrationRequest(
                relyingParty: creation.relyingParty, challenge: creation.challenge, userName: account.contact.value,
                userHandle: creation.userHandle)
        else { return show(.newAccount(form)) }
        self.account = account
        self.registration = registration
        provider = account.provider
        step = .prove
    }

    /// Handles the user's choice above the keyboard; nil if the offer ended.
    package mutating func receiveSuggestion(_ chosen: AssistedChoice?) {
        guard case .suggest = step else { return }
        switch chosen {
        case nil: reject(.canceled, "AutoFill ended before the user chose a passkey")
        case .passkey(let passkey): (choice, step) = (.passkey(passkey), .prove)
        case .signed(let assertion): step = .granted(.passkeyAssertion(assertion))
        }
    }

    /// Handles the verified presence of the owner.
    package mutating func receiveProof() {
        guard case .prove = step else { return }
        proceedAfterProof()
    }

    package mutating func receive(_ failure: AuthenticationFailure) {
        guard case .prove = step else { return }
        // The user can choose again, or enter a password.
        if situation.style == .autoFill { return suggest() }
        step = .rejected(AuthorizationRejection(failure))
    }

    /// Handles a device without biometry and passcode. A saved password is then available to every holder of the device, like
    /// everything else on it. Sign in with Apple requires the account's password. A passkey is not available, because it promises
    /// the server that the user was verified.
    package mutating func receiveNothingToProveWith() {
        guard case .prove = step else { return }
        switch (purpose, situation.account) {
        case (.createPasskey, _), (.usePasskey, _): reject(.failed, "a passkey requires a passcode or biometry")
        case (.signInWithApple, let account?): show(.accountPassword(account, isRepeated: false))
        default: proceedAfterProof()
        }
    }

    /// Handles the result of the account password check.
    package mutating func receivePassword(_ isRight: Result<Bool, AppleServiceFailure>) {
        guard case .check = step, let account = situation.account else { return }
        switch isRight {
        case .success(true): return proceedAfterProof()
        case .success(false): break
        case .failure(let failure): return fail(failure)
        }
        wrongPasswords += 1
        guard wrongPasswords < Self.passwordLimit else { return reject(.failed, "the password of the account was wrong") }
        show(.accountPassword(account, isRepeated: true))
    }

    /// Handles the chosen saved password; nil if it no longer exists.
    package mutating func receive(_ grant: PasswordGrant?) {
        guard case .open = step else { return }
        guard let grant else { return reject(.failed, "the saved password no longer exists") }
        step = .granted(.password(grant))
    }

    /// Handles the password that was just filled in, which replaces the sheet and the proof. Its manager creates the passkey.
    package mutating func receiveFill(_ fill: ClaimedFill?) {
        guard case .claimFill(let registration) = step else { return }
        switch fill {
        // One reason for all cases, so that an app cannot find out which passwords are saved.
        case nil: reject(.failed, "no saved password of this account was just filled in for the app")
        case .saved: step = .create(registration)
        case .provided(let provider): step = .createProvided(registration, provider)
        }
    }

    /// Handles the response of the authenticator.
    package mutating func receive(_ outcome: AuthorizationOutcome) {
        switch step {
        case .create, .createProvided, .sign, .list: break
        default: return
        }
        step =
            switch (outcome, account) {
            case (.granted(.passkeyRegistration(let passkey)), let account?):
                .granted(
                    .accountCreation(
                        AccountCreationGrant(
                            passkey: passkey, contact: account.contact, givenName: account.givenName,
                            familyName: account.familyName)))
            case (.granted(let grant), _): .granted(grant)
            case (.rejected(let rejection), _): .rejected(rejection)
            }
    }

    /// Handles the response of the security key. It verifies the user itself: by a touch and, if necessary, by its PIN.
    package mutating func receive(_ outcome: SecurityKeyOutcome) {
        guard case .useSecurityKey(let request, _) = step else { return }
        switch outcome {
        case .ended(.granted(let grant)): step = .granted(grant)
        case .ended(.rejected(let rejection)): step = .rejected(rejection)
        case .keyMissing: show(.securityKey(site: request.relyingParty))
        case .asksPIN(let isRepeated, let attempts):
            show(.securityKeyPIN(site: request.relyingParty, isRepeated: isRepeated, attempts: attempts))
        }
    }

    private mutating func proceedAfterProof() {
        if let registration {
            step = provider.map { Step.createProvided(registration, $0) } ?? .create(registration)
        } else if case .password(let password) = choice {
            step = .open(password)
        } else if case .passkey(let passkey) = choice, let assertion = situation.assertion {
            step = .sign(assertion, passkey)
        } else if let request = situation.appleID {
            // Logging out changes nothing at the service and returns no credential.
            step =
                request.operation == .logout
                ? .granted(.appleID(AppleIDGrant(user: request.user ?? "", state: request.state)))
                : .signIn(request, consent)
        }
    }

    // MARK: - Transitions

    /// Ends the request on behalf of the app.
    package mutating func cancel() {
        reject(.canceled, "the app withdrew its request")
    }

    /// Ends the request because no sheet can be shown.
    package mutating func rejectWithoutScreen() {
        reject(.notInteractive, "the device is locked, or has no screen")
    }

    /// Offers the available credentials, and what is never immediately available: a security key and the lists of providers. Without
    /// others, asks for the key, or fails.
    private mutating func offer(withAppleID: Bool) {
        var candidates =
            situation.passkeys.map(Sheet.Candidate.passkey) + situation.passwords.map(Sheet.Candidate.password)
        if withAppleID, let account = situation.account { candidates.insert(.appleID(account), at: 0) }
        let key = situation.offeredSecurityKey
        if let key { candidates.append(.securityKey(site: key.relyingParty)) }
        candidates += situation.listingProviders.map(Sheet.Candidate.provider)
        switch (candidates.first, key) {
        case (nil, _): reject(.canceled, "the device has no credential for the app")
        case (.securityKey, let key?) where candidates.count == 1: askForSecurityKey(key)
        case (.appleID, _) where candidates.count == 1: confirm()
        default: show(.choice(candidates))
        }
    }

    /// Asks for the security key, which replaces a passkey of the request.
    private mutating func askForSecurityKey(_ key: SecurityKeyRequest) {
        registration = nil
        show(.securityKey(site: key.relyingParty))
    }

    private mutating func confirm() {
        if let account = situation.account { show(.confirmation(account)) }
    }

    private mutating func show(_ content: Sheet.Content) {
        step = .show(content)
    }

    private mutating func reject(_ code: AuthorizationFailure, _ reason: String) {
        step = .rejected(AuthorizationRejection(code, reason))
    }
}
