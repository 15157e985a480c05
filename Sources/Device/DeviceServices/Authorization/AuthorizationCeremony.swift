package import DeviceProtocol
package import Secrets

/// One request for a credential, from the first sheet to its end: what comes next, and what it ends with. It shows nothing itself and asks no
/// server; it is told what happened.
///
/// The order of the sheets is Apple's: an explanation the first time, the details, the person's presence; a confirmation every other time. What
/// cannot be settled there is an alert. A person who closes anything ends it with `canceled`. Where they confirmed, and it turns out that they use the
/// app no longer, it begins again: nothing is given out that they were not asked for.
package struct AuthorizationCeremony: Sendable {
    /// How many wrong passwords of the account one request bears.
    package static let passwordLimit = 3

    package enum Step: Sendable {
        /// Ask the service what it knows of the person and the app.
        case look(AppleIDRequest)
        /// Ask the service whether the account is this user of the app.
        case identify(user: String)
        case show(Sheet.Content)
        /// See who is there.
        case prove
        /// See whether this is the account's password.
        case check(SecretBytes)
        case signIn(AppleIDRequest, SignInConsent)
        case open(SavedPassword)
        case granted(AuthorizationGrant)
        case refused(AuthorizationRefusal)
    }

    package private(set) var step: Step
    private var situation: AuthorizationSituation
    private var form: SignInForm?
    private var consent = SignInConsent.standing
    private var chosenPassword: SavedPassword?
    private var wrongPasswords = 0
    /// Whether the person chose a saved password.
    package var isForPassword: Bool { chosenPassword != nil }
    /// What is done over again after the service gave no answer.
    private var interruptedStep: Step?

    package init(_ situation: AuthorizationSituation) {
        self.situation = situation
        step = .refused(AuthorizationRefusal(.failed, "nothing is asked for"))
        begin()
    }

    private mutating func begin() {
        guard situation.style != .autoFill else {
            return refuse(.notHandled, "saved passwords are offered at the keyboard, and there are no passkeys")
        }
        guard let request = situation.appleID else {
            if situation.takesPasswords { offer(withAppleID: false) }
            return
        }
        guard situation.account != nil else {
            return situation.isForExisting ? offer(withAppleID: false) : show(.alert(.noAccount))
        }
        switch request.operation {
        case .implicit, .login: step = .look(request)
        case .refresh, .logout:
            guard let user = request.user else { return refuse(.failed, "refreshing and logging out need the request's user") }
            step = .identify(user: user)
        }
    }

    // MARK: - What the service says

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
                // Who uses the app already is known without the service; what fails then is the sign-in itself.
                situation.isForExisting ? offer(withAppleID: true) : confirm()
            case .unreachable where situation.isForExisting, .accountLocked where situation.isForExisting,
                .twoFactorNotEnabled where situation.isForExisting:
                offer(withAppleID: false)
            default: fail(failure)
            }
        }
    }

    package mutating func receive(_ state: Result<CredentialStanding, AppleServiceFailure>) {
        guard case .identify = step else { return }
        switch state {
        case .success(.authorized): confirm()
        case .success: refuse(.failed, "the account of the device is not this user of the app")
        case .failure(let failure): fail(failure)
        }
    }

    package mutating func receive(_ credential: Result<AppleIDGrant, AppleServiceFailure>) {
        guard case .signIn = step else { return }
        switch credential {
        case .success(let grant): step = .granted(.appleID(grant))
        case .failure(.notConsented) where consent == .standing:
            situation.usesApp = false
            begin()
        case .failure(let failure): fail(failure)
        }
    }

    /// The account does not use the app, or no longer: the service says so, whatever the device remembered.
    ///
    /// - Parameter usesTeam: whether it uses another app of the team.
    package mutating func receiveUnused(usesTeam: Bool) {
        situation.usesApp = false
        situation.usesTeam = usesTeam
    }

    private mutating func fail(_ failure: AppleServiceFailure) {
        switch failure {
        case .unknownClient: refuse(.unknown, "no App ID that can sign in with Apple has the app's bundle identifier")
        case .accountLocked: show(.alert(.accountLocked))
        case .twoFactorNotEnabled: show(.alert(.twoFactorNeeded))
        case .notConsented: refuse(.failed, "Apple's service misses a consent that was given")
        case .refused(let code): refuse(.failed, "Apple's service refuses: \(code)")
        case .malformed: refuse(.invalidResponse, "Apple's service gave an answer that is none")
        case .withdrawn: refuse(.canceled, "the app took its request back")
        case .unreachable:
            interruptedStep = step
            show(.alert(.notCompleted))
        }
    }

    // MARK: - What the person does

    package mutating func receive(_ answer: SheetAnswer) {
        guard case .show(let content) = step else { return }
        switch (content, answer) {
        case (.alert(.noAccount), .openSettings):
            refuse(.unknown, "the device is signed in to no Apple account; the person went to Settings")
        case (.alert(.twoFactorNeeded), _): refuse(.unknown, "the Apple account has no two-factor authentication")
        case (.alert(.accountLocked), _): refuse(.unknown, "the Apple account is locked")
        case (.alert(.notCompleted), .tryAgain): if let interruptedStep { step = interruptedStep }
        case (.explanation, .proceed): if let form { show(.details(form)) }
        case (.details, .proceed):
            consent = .given(.unchanged)
            step = .prove
        case (.details, .details(let choices)):
            consent = .given(choices)
            step = .prove
        case (.confirmation, .proceed): step = .prove
        case (.choice(let candidates), .choose(let index)) where candidates.indices.contains(index):
            if case .password(let password) = candidates[index] { chosenPassword = password }
            step = .prove
        case (.accountPassword, .password(let password)): step = .check(password)
        default: refuse(.canceled, "the person cancelled")
        }
    }

    /// The person is who the device knows.
    package mutating func receiveProof() {
        guard case .prove = step else { return }
        proceedAfterProof()
    }

    package mutating func receive(_ failure: AuthenticationFailure) {
        guard case .prove = step else { return }
        switch failure {
        case .userCancel, .appCancel, .systemCancel, .userFallback: refuse(.canceled, "the person cancelled")
        case .notInteractive: refuse(.notInteractive, "nobody can be asked")
        default: refuse(.failed, "the person was not recognised")
        }
    }

    /// The device has neither biometry nor a passcode. A saved password is then given out to whoever holds the device, as everything on it is; an Apple
    /// account is not.
    package mutating func receiveNothingToProveWith() {
        guard case .prove = step else { return }
        guard chosenPassword == nil, let account = situation.account else { return proceedAfterProof() }
        show(.accountPassword(account, isRepeated: false))
    }

    /// What the service says of the account's password.
    package mutating func receivePassword(_ isRight: Result<Bool, AppleServiceFailure>) {
        guard case .check = step, let account = situation.account else { return }
        switch isRight {
        case .success(true): return proceedAfterProof()
        case .success(false): break
        case .failure(let failure): return fail(failure)
        }
        wrongPasswords += 1
        guard wrongPasswords < Self.passwordLimit else { return refuse(.failed, "the password of the account was wrong") }
        show(.accountPassword(account, isRepeated: true))
    }

    /// The saved password that was chosen; nothing where it is gone.
    package mutating func receive(_ grant: PasswordGrant?) {
        guard case .open = step else { return }
        guard let grant else { return refuse(.failed, "the saved password is gone") }
        step = .granted(.password(grant))
    }

    private mutating func proceedAfterProof() {
        if let chosenPassword {
            step = .open(chosenPassword)
        } else if let request = situation.appleID {
            // Logging out changes nothing at the service, and gives nothing to sign in with.
            step =
                request.operation == .logout
                ? .granted(.appleID(AppleIDGrant(user: request.user ?? "", state: request.state)))
                : .signIn(request, consent)
        }
    }

    // MARK: - Moving on

    /// Takes back whatever is under way.
    package mutating func withdraw() {
        refuse(.canceled, "the app took its request back")
    }

    /// Nobody can be shown a sheet.
    package mutating func refuseForWantOfScreen() {
        refuse(.notInteractive, "the device is locked, or has no screen")
    }

    /// Offers what is there: nothing at all where there is nothing.
    private mutating func offer(withAppleID: Bool) {
        var candidates = situation.passwords.map(Sheet.Candidate.password)
        if withAppleID, let account = situation.account { candidates.insert(.appleID(account), at: 0) }
        switch candidates.first {
        case nil: refuse(.canceled, "the device has no credential for the app")
        case .appleID where candidates.count == 1: confirm()
        default: show(.choice(candidates))
        }
    }

    private mutating func confirm() {
        if let account = situation.account { show(.confirmation(account)) }
    }

    private mutating func show(_ content: Sheet.Content) {
        step = .show(content)
    }

    private mutating func refuse(_ code: AuthorizationFailure, _ reason: String) {
        step = .refused(AuthorizationRefusal(code, reason))
    }
}

/// What a request for a credential meets on the device when it begins.
package struct AuthorizationSituation: Hashable, Sendable {
    package var style: AuthorizationStyle
    /// What is asked of Sign in with Apple, if it is.
    package var appleID: AppleIDRequest?
    package var takesPasswords: Bool
    package var account: AppleAccount?
    /// As far as the device remembers: the account uses the app.
    package var usesApp: Bool
    /// As far as the device remembers: the account uses an app of the same team.
    package var usesTeam: Bool
    package var passwords: [SavedPassword]

    package init(
        style: AuthorizationStyle = .modal, appleID: AppleIDRequest? = nil, takesPasswords: Bool = false,
        account: AppleAccount? = nil, usesApp: Bool = false, usesTeam: Bool = false, passwords: [SavedPassword] = []
    ) {
        self.style = style
        self.appleID = appleID
        self.takesPasswords = takesPasswords
        self.account = account
        self.usesApp = usesApp
        self.usesTeam = usesTeam
        self.passwords = takesPasswords ? passwords : []
    }

    /// Whether the app asks for what is there already, and not for anything new: by the option, or by taking either kind.
    var isForExisting: Bool {
        style == .modalWhereAvailable || (appleID != nil && takesPasswords)
    }
}
