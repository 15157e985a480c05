import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Markup
import Secrets
import WebAuthn

/// Passkeys on the pages. Each page contains the options for the browser, and its form sends what the browser made.
///
/// The challenge of a visitor without a session is bound to the form cookie, as form tokens are: the answer is worthless in another
/// browser, and after the next sign-in.
extension AccountWeb {
    func passkeyRoutes(_ passkeys: PasskeyCeremonies) -> [Route] {
        [script, submitSignIn(passkeys), submitSignUp(passkeys), finishSignUp(passkeys), submitReauthentication(passkeys)]
    }

    private var script: Route {
        .asset(Script.passkeys, at: PagePath.passkeysScript)
    }

    /// Returns the request that the button and AutoFill share. Its challenge is valid once, for a working day. Writes nothing to
    /// the store.
    func signInPrompt(for visit: Visit) throws -> PasskeyPrompt? {
        try passkeys.map { passkeys in
            let begun = try passkeys.service.beginSignIn(for: visit.formCookie, isAutoFill: true, now: now())
            return PasskeyPrompt(.get, passkeys.options.json(begun))
        }
    }

    private func submitSignIn(_ passkeys: PasskeyCeremonies) -> Route {
        Route(.post, PagePath.signInWithPasskey.text) { request in
            let (visit, form) = try await submission(request, of: [.credential, .next])
            let signIn = PasskeySignIn(
                response: try form.assertion(), holder: visit.formCookie, deviceToken: try cookies.token(.device, in: request),
                client: request.browser())
            let error: AccountPages.FormError
            switch try await passkeys.service.signIn(signIn, now: now()) {
            case .signedIn(let signedIn):
                let path = path(after: signedIn, to: form.destination)
                return try await redirect(to: path, opening: signedIn, replacing: visit)
            case .factorRequired(let challenge): return redirectToSecondFactor(challenge, next: form.destination)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .challengeRejected: error = .passkeyExpired
            case .rejected: error = .passkeyRejected
            case .suspended: error = .credentialSuspended
            }
            return show(
                try signInPage(for: visit, errors: [error], next: form.destination), to: visit, status: .forbidden,
                signals: try await passkeys.signals(rejected: signIn.response.credentialID))
        }
    }

    private func submitSignUp(_ passkeys: PasskeyCeremonies) -> Route {
        Route(.post, PagePath.signUpWithPasskey.text) { request in
            let (visit, form) = try await submission(request, of: [.username])
            let name = try form.required(.username)
            let beginning = try await passkeys.service.beginSignUp(
                userName: name, holder: visit.formCookie, client: request.browser(), now: now())
            switch beginning {
            case .begun(let creation):
                let page = CreatePasskeyPage(
                    .signUp(username: name), prompt: PasskeyPrompt(.create, passkeys.options.json(creation)),
                    formToken: formToken(for: visit))
                return show(page, to: visit)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .rejected(let rejection):
                let page = signUpPage(for: visit, username: name, errors: [rejection.pageError])
                return show(page, to: visit, status: .unprocessableContent)
            }
        }
    }

    private func finishSignUp(_ passkeys: PasskeyCeremonies) -> Route {
        Route(.post, PagePath.finishPasskeySignUp.text) { request in
            let (visit, form) = try await submission(request, of: [.username, .credential])
            let name = try form.required(.username)
            let registration = try form.registration(by: request.browser())
            let error: AccountPages.FormError
            switch try await passkeys.service.signUp(userName: name, registration, holder: visit.formCookie, now: now()) {
            case .registered(let signedIn, _):
                return try await redirect(to: accountPath(.accountCreated), opening: signedIn, replacing: visit)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .userNameTaken: error = RegistrationRejection.userNameTaken.pageError
            case .userNameRejected(let rejection): error = RegistrationRejection.userName(rejection).pageError
            case .challengeRejected: error = .passkeyExpired
            case .credentialTaken: error = .passkeyTaken
            case .rejected: error = .passkeyNotRegistered
            }
            return show(
                signUpPage(for: visit, username: name, errors: [error]), to: visit, status: .unprocessableContent,
                signals: try await passkeys.signals(rejected: registration, userName: name, holder: visit.formCookie))
        }
    }

    /// Returns the request for a passkey of the account; nil if it has none.
    func reauthenticationPrompt(of active: ActiveSession) async throws -> PasskeyPrompt? {
        guard let passkeys, let begun = try await passkeys.service.beginReauthentication(of: active, now: now()) else { return nil }
        return PasskeyPrompt(.get, passkeys.options.json(begun))
    }

    private func submitReauthentication(_ passkeys: PasskeyCeremonies) -> Route {
        formRoute(PagePath.reauthenticateWithPasskey.text, of: [.credential, .next]) { visit, form, active in
            let error: AccountPages.FormError
            let outcome = try await passkeys.service.reauthenticate(
                active, by: try form.assertion(), client: visit.request.browser(), now: now())
            switch outcome {
            case .reauthenticated(let signedIn):
                return redirect(to: path(after: signedIn, to: form.destination), opening: signedIn)
            case .sessionEnded: return redirectToSignIn(next: form.destination)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .challengeRejected: error = .passkeyExpired
            case .rejected: error = .passkeyRejected
            case .suspended: error = .credentialSuspended
            }
            let page = try await reauthenticationPage(for: visit, active, next: form.destination, errors: [error])
            return show(page, to: visit, status: .forbidden)
        }
    }
}

/// The passkeys of the account.
extension AccountWeb {
    func passkeySettingRoutes(_ passkeys: PasskeyCeremonies) -> [Route] {
        [
            showAddition(passkeys), submitAddition(passkeys), showPasskey, submitRenaming(passkeys), submitRemoval(passkeys),
            submitConfirmation,
        ]
    }

    func shownPasskeys(of active: ActiveSession) async throws -> [ShownPasskey]? {
        try await passkeys?.service.passkeys(of: active).map(ShownPasskey.init)
    }

    /// Returns the request for a passkey without a dialog, in the minutes after a password. It is not repeated after a failure, so
    /// the page and the browser cannot keep each other busy.
    func passkeyOffer(
        to active: ActiveSession, with shown: [ShownPasskey]?, after notice: AccountPage.Notice?
    ) async throws -> PasskeyPrompt? {
        guard let passkeys, shown?.isEmpty == true, notice != .passkeyNotAdded,
            case .begun(let creation) = try await passkeys.service.beginRegistration(of: active, isSilent: true, now: now())
        else { return nil }
        return PasskeyPrompt(.create, passkeys.options.json(creation))
    }

    private func showAddition(_ passkeys: PasskeyCeremonies) -> Route {
        pageRoute(PagePath.newPasskey.text, next: .newPasskey) { visit, active in
            try await addition(passkeys, to: visit, active, replacesPassword: visit.request.replacesPassword)
        }
    }

    private func addition(
        _ passkeys: PasskeyCeremonies, to visit: Visit, _ active: ActiveSession, replacesPassword: Bool,
        errors: [AccountPages.FormError] = []
    ) async throws -> Response {
        let next = replacesPassword ? PageDestination.passkeyUpgrade : .newPasskey
        switch try await passkeys.service.beginRegistration(of: active, now: now()) {
        case .begun(let creation):
            let page = CreatePasskeyPage(
                replacesPassword && active.account.hasPassword ? .upgrade : .addition,
                prompt: PasskeyPrompt(.create, passkeys.options.json(creation)), errors: errors, formToken: formToken(for: visit))
            // After an error, the list omits the passkey that was not added.
            let signals = errors.isEmpty ? nil : try await passkeys.signals(for: active.account)
            return show(page, to: visit, status: errors.isEmpty ? .ok : .unprocessableContent, signals: signals)
        case .tooMany: return redirect(to: accountPath(.tooManyPasskeys))
        case .reauthenticationRequired: return redirectToReauthentication(next: next)
        case .sessionEnded: return redirectToSignIn(next: next)
        }
    }

    private func submitAddition(_ passkeys: PasskeyCeremonies) -> Route {
        formRoute(PagePath.passkeys.text, of: [.credential, .mediation, .replaces], next: .newPasskey) { visit, form, active in
            let isSilent = form[.mediation] == "conditional"
            let replacesPassword = form[.replaces] == CreatePasskeyPage.password
            let error: AccountPages.FormError
            let registration = try form.registration(by: visit.request.browser(), replacesPassword: replacesPassword)
            switch try await passkeys.service.register(registration, isSilent: isSilent, of: active, now: now()) {
            case .added: return redirect(to: accountPath(.passkeyAdded))
            case .tooMany: return redirect(to: accountPath(.tooManyPasskeys))
            case .sessionEnded: return redirectToSignIn(next: .newPasskey)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .challengeRejected: error = .passkeyExpired
            case .credentialTaken: error = .passkeyTaken
            case .rejected: error = .passkeyNotRegistered
            }
            if isSilent { return redirect(to: accountPath(.passkeyNotAdded)) }
            return try await addition(passkeys, to: visit, active, replacesPassword: replacesPassword, errors: [error])
        }
    }

    private var showPasskey: Route {
        pageRoute(Self.passkeyPath, next: .account) { visit, active in
            try await passkeyPage(for: visit, active)
        }
    }

    private func submitRenaming(_ passkeys: PasskeyCeremonies) -> Route {
        formRoute(Self.passkeyPath, of: [.name], next: .account) { visit, form, active in
            guard let id = try visit.request.passkeyID else { return redirect(to: PagePath.account.text) }
            let outcome = try await passkeys.service.rename(
                id, to: try form.required(.name), of: active, client: visit.request.browser(), now: now())
            guard case .unnamed = outcome else { return answer(to: outcome, .passkeyRenamed) }
            return try await passkeyPage(for: visit, active, errors: [.passkeyUnnamed])
        }
    }

    private func submitRemoval(_ passkeys: PasskeyCeremonies) -> Route {
        formRoute("\(Self.passkeyPath)/remove", next: .account) { visit, _, active in
            guard let id = try visit.request.passkeyID else { return redirect(to: PagePath.account.text) }
            let outcome = try await passkeys.service.remove(id, of: active, client: visit.request.browser(), now: now())
            guard case .changed(endedPresentSession: true) = outcome else { return answer(to: outcome, .passkeyRemoved) }
            // No redirect: the next page has no session, and could not signal the account's passkeys.
            let anonymous = visit.asAnonymous
            var response = show(
                try signInPage(for: anonymous, next: nil, notice: .passkeyRemoved), to: anonymous,
                signals: try await passkeys.signals(for: active.account))
            response.setCookie(cookies.removing(.session))
            return response
        }
    }

    private var submitConfirmation: Route {
        formRoute("\(Self.passkeyPath)/confirm", next: .account) { visit, _, active in
            let id = try visit.request.passkeyID
            return try await confirm(id.map(SuspendedCredential.passkey), for: visit, active)
        }
    }

    /// Redirects to the account if the account has no such passkey.
    private func passkeyPage(
        for visit: Visit, _ active: ActiveSession, errors: [AccountPages.FormError] = []
    ) async throws -> Response {
        let id = try visit.request.parameters.required("id")
        guard let passkey = try await shownPasskeys(of: active)?.first(where: { $0.id == id }) else {
            return redirect(to: PagePath.account.text)
        }
        let page = PasskeyPage(passkey, errors: errors, formToken: formToken(for: visit))
        return show(page, to: visit, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    private func answer(to outcome: PasskeyChangeOutcome, _ notice: AccountPage.Notice) -> Response {
        switch outcome {
        case .changed: return redirect(to: accountPath(notice))
        case .missing, .unnamed: return redirect(to: PagePath.account.text)
        case .lastCredential: return redirect(to: accountPath(.lastCredential))
        case .reauthenticationRequired: return redirectToReauthentication(next: .account)
        case .sessionEnded: return redirectToSignIn(next: .account)
        }
    }

    private static let passkeyPath = "/account/passkeys/{id}"
}

extension ShownPasskey {
    fileprivate init(_ passkey: Passkey) {
        self.init(
            id: passkey.id.description, name: passkey.name,
            device: passkey.deviceName == passkey.name ? nil : ShownDevice(deviceName: passkey.deviceName),
            provider: passkey.aaguid.name,
            isSynced: passkey.credential.isBackedUp, added: DisplayTime(passkey.createdAt),
            lastUse: passkey.lastUsedAt.map { DisplayTime($0) }, isSuspended: passkey.suspendedAt != nil)
    }
}

extension PasskeyPrompt {
    init(_ ceremony: Ceremony, _ options: JSONValue) {
        self.init(ceremony, options: String(decoding: options.bytes(), as: UTF8.self))
    }
}

extension IncomingRequest {
    /// Whether the page is for a passkey that replaces the password.
    var replacesPassword: Bool { query[FormField.replaces.rawValue] == CreatePasskeyPage.password }

    fileprivate var passkeyID: PasskeyID? {
        get throws { PasskeyID(try parameters.required("id")) }
    }
}

extension FormFields {
    /// Returns the browser's signature with a passkey. Throws a 400 problem if the field is missing or malformed.
    func assertion() throws(Problem) -> AuthenticationResponse {
        let json = try required(.credential)
        do throws(WebAuthnError) {
            return try AuthenticationResponse(json: Array(json.utf8))
        } catch {
            throw Problem(unreadableCredential: error)
        }
    }

    /// Returns the passkey that the browser created. Throws a 400 problem if the field is missing or malformed.
    func registration(by client: Client, replacesPassword: Bool = false) throws(Problem) -> PasskeyRegistration {
        let json = try required(.credential)
        do throws(WebAuthnError) {
            return PasskeyRegistration(
                response: try RegistrationResponse(json: Array(json.utf8)), name: nil, client: client,
                replacesPassword: replacesPassword)
        } catch {
            throw Problem(unreadableCredential: error)
        }
    }
}

extension Problem {
    fileprivate init(unreadableCredential error: WebAuthnError) {
        self.init(.malformedForm, detail: "The browser sent no credential of a passkey.", cause: "\(error)")
    }
}

extension AccountPages.FormError {
    static let passkeyExpired = AccountPages.FormError(
        field: nil, code: ProblemCode.challengeRejected.rawValue, .errorPasskeyExpired)

    /// The same for an unknown passkey and an invalid signature.
    static let passkeyRejected = AccountPages.FormError(
        field: nil, code: ProblemCode.passkeyRejected.rawValue, .errorPasskeyRejected)

    static let credentialSuspended = AccountPages.FormError(
        field: nil, code: ProblemCode.credentialSuspended.rawValue, .errorCredentialSuspended)

    static let passkeyTaken = AccountPages.FormError(
        field: nil, code: ProblemCode.passkeyTaken.rawValue, .errorPasskeyTaken)

    static let passkeyNotRegistered = AccountPages.FormError(
        field: nil, code: ProblemCode.passkeyNotRegistered.rawValue, .errorPasskeyNotRegistered)

    fileprivate static let passkeyUnnamed = AccountPages.FormError(
        field: .name, code: ProblemCode.invalidFields.rawValue, .errorPasskeyUnnamed)
}
