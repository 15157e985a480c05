import AccountPages
import Accounts
import AppleButtons
import HTTPTypes
import Hummingbird
import Markup

extension AccountWeb {
    var showSignIn: Route {
        Route(.get, PagePath.signIn.text) { request in
            let visit = try await visit(request)
            guard visit.active == nil else { return redirect(to: (request.next ?? .account).path.text) }
            guard try await isEndedByPasswordChange(request) else {
                // Only the store knows about a change of the password; no link can claim it.
                let notice = request.query["notice"].flatMap(SignInPage.Notice.init(rawValue:)).flatMap {
                    $0 == .passwordChanged ? nil : $0
                }
                return show(try signInPage(for: visit, next: request.next, notice: notice), to: visit)
            }
            var response = show(try signInPage(for: visit, next: request.next, notice: .passwordChanged), to: visit)
            // The notice is shown once.
            response.setCookie(cookies.removing(.session))
            return response
        }
    }

    private func isEndedByPasswordChange(_ request: IncomingRequest) async throws -> Bool {
        guard let token = try cookies.token(.session, in: request) else { return false }
        return try await service.isEndedByPasswordChange(token, now: now())
    }

    var submitSignIn: Route {
        Route(.post, PagePath.signIn.text) { request in
            let (visit, form) = try await submission(request, of: [.username, .password, .next])
            let name = try form.required(.username)
            let password = Password(try form.required(.password))
            let signIn = SignIn(
                userName: name, password: password,
                deviceToken: try cookies.token(.device, in: request), client: request.browser())
            switch try await service.signIn(signIn, now: now()) {
            case .signedIn(let signedIn):
                // The former password of an upgrade needs no notice.
                let next =
                    signedIn.active.session.isByFormerPassword
                    ? form.destination
                    : await destinationAfterSignIn(form.destination, by: password, of: signedIn.active.account.userName)
                return try await redirect(to: next.path.text, opening: signedIn, replacing: visit)
            case .factorRequired(let challenge):
                let next = await destinationAfterSignIn(form.destination, by: password, of: try? UserName(name))
                return redirectToSecondFactor(challenge, next: next)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .rejected:
                let page = try signInPage(for: visit, username: name, errors: [.wrongCredentials], next: form.destination)
                return show(page, to: visit, status: .forbidden)
            }
        }
    }

    func signInPage(
        for visit: Visit, username: String = "", errors: [AccountPages.FormError] = [], next: PageDestination?,
        notice: SignInPage.Notice? = nil
    ) throws -> SignInPage {
        SignInPage(
            username: username, errors: errors, next: next, notice: notice, offersRecovery: recovery != nil,
            offersCode: mailedSignIn != nil, passkey: try signInPrompt(for: visit),
            apple: appleButton(.signIn, next: next), formToken: formToken(for: visit))
    }

    var submitSignOut: Route {
        Route(.post, PagePath.signOut.text) { request in
            let (visit, _) = try await submission(request, of: [])
            if let active = visit.active {
                try await service.signOut(active, client: request.browser(), now: now())
            }
            return farewell(.signedOut)
        }
    }
}

extension AccountPages.FormError {
    static let wrongCredentials = AccountPages.FormError(
        field: nil, code: ProblemCode.invalidCredentials.rawValue, .errorCredentials)

    /// Returns the error of a wrong password when the user is already known.
    static func wrongPassword(_ field: FormField) -> AccountPages.FormError {
        AccountPages.FormError(field: field, code: ProblemCode.invalidCredentials.rawValue, .errorPassword)
    }
}

extension AccountWeb {
    var showSignUp: Route {
        Route(.get, PagePath.signUp.text) { request in
            let visit = try await visit(request)
            guard visit.active == nil else { return redirect(to: PagePath.account.text) }
            return show(signUpPage(for: visit), to: visit)
        }
    }

    var submitSignUp: Route {
        Route(.post, PagePath.signUp.text) { request in
            let (visit, form) = try await submission(request, of: [.username, .password])
            let name = try form.required(.username)
            let registration = Registration(
                userName: name, password: Password(try form.required(.password)), client: request.browser())
            switch try await service.register(registration, now: now()) {
            case .registered(let signedIn):
                return try await redirect(to: accountPath(.accountCreated), opening: signedIn, replacing: visit)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .rejected(let rejections):
                return show(
                    signUpPage(for: visit, username: name, errors: rejections.map(\.pageError)), to: visit,
                    status: .unprocessableContent)
            }
        }
    }

    func signUpPage(for visit: Visit, username: String = "", errors: [AccountPages.FormError] = []) -> SignUpPage {
        SignUpPage(
            username: username, errors: errors, usernameRules: .current, passwordRules: service.passwordPolicy.fieldRules,
            offersPasskeys: passkeys != nil, apple: appleButton(.signUp), formToken: formToken(for: visit))
    }
}

extension UsernameFieldRules {
    fileprivate static var current: UsernameFieldRules {
        UsernameFieldRules(minLength: UserName.lengths.lowerBound, maxLength: UserName.lengths.upperBound)
    }
}

extension PasswordPolicy {
    /// The rules of a field for a new password. It has no `maxlength`, because browsers silently truncate a pasted password.
    var fieldRules: PasswordFieldRules {
        PasswordFieldRules(
            minLength: lengths.lowerBound, maxLength: nil, passwordRules: requirements.text, minScore: minimumScore)
    }
}

extension RegistrationRejection {
    /// The rejection with its field.
    var pageError: AccountPages.FormError {
        AccountPages.FormError(field: FormField(rawValue: member), code: code, reason: pageReason)
    }
}

extension AccountWeb {
    var showReauthentication: Route {
        Route(.get, PagePath.reauthenticate.text) { request in
            let visit = try await visit(request)
            guard let active = visit.active else { return redirectToSignIn(next: request.next ?? .account) }
            // If the first factor was recent, only the second factor is missing.
            if service.missingProof(of: active, now: now()) == .secondFactor {
                return redirectToConfirmation(next: request.next ?? .account)
            }
            return show(
                try await reauthenticationPage(for: visit, active, next: request.next ?? .account), to: visit,
                signals: try await signalsAfterSignIn(of: active))
        }
    }

    var submitReauthentication: Route {
        formRoute(PagePath.reauthenticate.text, of: [.username, .currentPassword, .next]) { visit, form, active in
            let outcome = try await service.reauthenticate(
                active, password: Password(try form.required(.currentPassword)), client: visit.request.browser(), now: now())
            switch outcome {
            case .reauthenticated(let signedIn): return redirect(to: form.destination.path.text, opening: signedIn)
            case .sessionEnded: return redirectToSignIn(next: form.destination)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .rejected:
                let page = try await reauthenticationPage(
                    for: visit, active, next: form.destination, errors: [.wrongPassword(.currentPassword)])
                return show(page, to: visit, status: .forbidden)
            }
        }
    }

    func redirectToReauthentication(next: PageDestination) -> Response {
        redirect(to: "\(PagePath.reauthenticate.text)?\(FormField.next.rawValue)=\(next.rawValue)")
    }

    func reauthenticationPage(
        for visit: Visit, _ active: ActiveSession, next: PageDestination, errors: [AccountPages.FormError] = []
    ) async throws -> ReauthenticationPage {
        let isLinked = try await apple?.service.identities(of: active).isEmpty == false
        return ReauthenticationPage(
            username: active.account.shownName, next: next, errors: errors, asksPassword: active.account.hasPassword,
            passkey: try await reauthenticationPrompt(of: active),
            apple: isLinked ? appleButton(.continue, to: PagePath.reauthenticateWithApple, next: next) : nil,
            formToken: formToken(for: visit))
    }
}
