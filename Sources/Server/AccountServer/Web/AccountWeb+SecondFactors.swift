import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup
import Secrets

/// The second factors of an account on the pages. Showing a secret or changing a factor requires recent authentication.
extension AccountWeb {
    var secondFactorsRoutes: [Route] {
        [
            showSecondFactors, submitBeginning, showAuthenticator, submitAuthenticator, submitAuthenticatorRemoval,
            submitRecoveryCodes, submitDeviceKeyRemoval,
        ]
    }

    private var showSecondFactors: Route {
        pageRoute(PagePath.secondFactors.text, next: .secondFactors) { visit, active in
            let notice = visit.request.query["notice"].flatMap(SecondFactorsPage.Notice.init(rawValue:))
            return show(try await secondFactorsPage(for: visit, active, notice: notice), to: visit)
        }
    }

    func secondFactorsPage(
        for visit: Visit, _ active: ActiveSession, notice: SecondFactorsPage.Notice? = nil
    ) async throws -> SecondFactorsPage {
        let found = try await factors.factors(of: active)
        return SecondFactorsPage(
            hasAuthenticator: found.hasTOTP,
            devices: found.deviceKeys.map { key in
                SecondFactorsPage.Device(
                    id: key.id.description, name: key.name, added: DisplayTime(key.createdAt),
                    lastUse: key.lastUsedAt.map { DisplayTime($0) }, isAttested: key.attestedBy != nil)
            },
            recoveryCodes: found.recoveryCodes, notice: notice, formToken: formToken(for: visit))
    }

    private var submitBeginning: Route {
        formRoute(PagePath.beginAuthenticator.text, next: .secondFactors) { visit, _, active in
            switch try await factors.beginTOTP(of: active, issuer: site.name, now: now()) {
            case .begun: return redirect(to: PagePath.authenticator.text)
            case .alreadySet: return redirect(to: PagePath.secondFactors.text)
            case .reauthenticationRequired: return redirectToReauthentication(next: .secondFactors)
            case .sessionEnded: return redirectToSignIn(next: .secondFactors)
            }
        }
    }

    private var showAuthenticator: Route {
        pageRoute(PagePath.authenticator.text, next: .secondFactors) { visit, active in
            return try await authenticator(for: visit, active)
        }
    }

    private var submitAuthenticator: Route {
        formRoute(PagePath.authenticator.text, of: [.code], next: .secondFactors) { visit, form, active in
            let outcome = try await factors.confirmTOTP(
                try form.required(.code), of: active, client: visit.request.browser(), now: now())
            switch outcome {
            case .confirmed(let signedIn, let codes?):
                return showFirstCodes(codes, for: visit, to: signedIn)
            case .confirmed(let signedIn, nil): return redirect(to: PagePath.secondFactors.text, opening: signedIn)
            case .rejected: return try await authenticator(for: visit, active, errors: [.wrongCode])
            case .reauthenticationRequired: return redirectToReauthentication(next: .secondFactors)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .sessionEnded: return redirectToSignIn(next: .secondFactors)
            }
        }
    }

    private var submitAuthenticatorRemoval: Route {
        formRoute(PagePath.removeAuthenticator.text, next: .secondFactors) { visit, _, active in
            let outcome = try await factors.removeTOTP(of: active, client: visit.request.browser(), now: now())
            return answer(to: outcome, .authenticatorRemoved)
        }
    }

    private var submitDeviceKeyRemoval: Route {
        formRoute("/account/second-factors/devices/{id}/remove", next: .secondFactors) { visit, _, active in
            guard let id = DeviceKeyID(try visit.request.parameters.required("id")) else {
                return redirect(to: PagePath.secondFactors.text)
            }
            let outcome = try await factors.removeDeviceKey(id, of: active, client: visit.request.browser(), now: now())
            return answer(to: outcome, .deviceRemoved)
        }
    }

    private var submitRecoveryCodes: Route {
        formRoute(PagePath.recoveryCodes.text, next: .secondFactors) { visit, _, active in
            switch try await factors.makeRecoveryCodes(of: active, client: visit.request.browser(), now: now()) {
            case .made(let codes): return show(recoveryCodesPage(codes, isFirst: false, for: visit), to: visit)
            case .noFactor: return redirect(to: PagePath.secondFactors.text)
            case .reauthenticationRequired: return redirectToReauthentication(next: .secondFactors)
            case .sessionEnded: return redirectToSignIn(next: .secondFactors)
            }
        }
    }

    /// Returns the page of the unconfirmed authenticator app. Redirects back if there is no such app.
    private func authenticator(
        for visit: Visit, _ active: ActiveSession, errors: [AccountPages.FormError] = []
    ) async throws -> Response {
        guard service.isRecentlyAuthenticated(active, now: now()) else { return redirectToReauthentication(next: .secondFactors) }
        guard let enrolment = try await factors.waitingTOTP(of: active, issuer: site.name, now: now()) else {
            return redirect(to: PagePath.secondFactors.text)
        }
        let page = AuthenticatorPage(
            picture: QRCode(enrolment.uri).map { QRPicture(rows: $0.rows) }, secret: enrolment.secret,
            link: AuthenticatorURL(enrolment.uri), errors: errors, formToken: formToken(for: visit))
        return show(page, to: visit, status: errors.isEmpty ? .ok : .forbidden)
    }

    /// Returns the page with the codes. They appear only in this response, so it is not a redirect. It sets the session's new
    /// token.
    private func showFirstCodes(_ codes: [RecoveryCode], for visit: Visit, to signedIn: SignedIn) -> Response {
        var response = pageResponse(
            recoveryCodesPage(codes, isFirst: true, for: visit), to: .signedIn(username: signedIn.active.account.userName?.text),
            for: signedIn.active.account, asking: visit.request.headers)
        setCookies(of: signedIn, on: &response)
        return response
    }

    private func recoveryCodesPage(_ codes: [RecoveryCode], isFirst: Bool, for visit: Visit) -> RecoveryCodesPage {
        RecoveryCodesPage(codes: codes.map { $0.reveal() }, isFirst: isFirst, formToken: formToken(for: visit))
    }

    private func answer(to outcome: FactorRemovalOutcome, _ notice: SecondFactorsPage.Notice) -> Response {
        switch outcome {
        case .removed: redirect(to: PagePath.secondFactors.appending(query: "notice", notice.rawValue).text)
        case .missing: redirect(to: PagePath.secondFactors.text)
        case .reauthenticationRequired: redirectToReauthentication(next: .secondFactors)
        case .sessionEnded: redirectToSignIn(next: .secondFactors)
        }
    }
}

/// Second factors on the pages: the second page of a sign-in, and the page before a sensitive operation. The challenge is in a
/// cookie, never in a URL.
extension AccountWeb {
    var secondFactorRoutes: [Route] {
        [showSecondFactor, submitSecondFactor, showConfirmation, submitConfirmation]
    }

    /// Redirects a browser after a correct first factor.
    func redirectToSecondFactor(_ challenge: FactorChallenge, next: PageDestination) -> Response {
        var response = redirect(
            to: PagePath.secondFactor.appending(query: FormField.next.rawValue, next.rawValue)
                .appending(query: FormField.method.rawValue, challenge.factors.pageMethod.rawValue).text)
        response.setCookie(cookies.setting(.factor, to: challenge.token, for: FactorChallenge.lifetime))
        return response
    }

    /// Redirects a user to the second factor that a sensitive operation requires.
    func redirectToConfirmation(next: PageDestination) -> Response {
        redirect(to: PagePath.confirm.appending(query: FormField.next.rawValue, next.rawValue).text)
    }

    /// Redirects a user to the proof that ending a recovery requires: the second factor or, for an account without one, the passkey.
    func redirectToRecoveryProof(of active: ActiveSession, next: PageDestination) -> Response {
        active.account.hasSecondFactor ? redirectToConfirmation(next: next) : redirectToReauthentication(next: next)
    }

    private var showSecondFactor: Route {
        Route(.get, PagePath.secondFactor.text) { request in
            let visit = try await visit(request)
            guard let challenge = try cookies.token(.factor, in: request) else { return redirect(to: PagePath.signIn.text) }
            guard let found = try await factors.factors(awaitedBy: challenge, now: now()) else {
                return finished(redirect(to: signInPath(.secondFactorExpired)))
            }
            let page = secondFactorPage(
                .signIn, for: visit, found, at: challenge, request.factorMethod, next: request.next ?? .account)
            return show(page, to: visit)
        }
    }

    private var submitSecondFactor: Route {
        Route(.post, PagePath.secondFactor.text) { request in
            let (visit, form) = try await submission(request, of: [.code, .method, .next, .credential])
            guard let challenge = try cookies.token(.factor, in: request) else {
                return redirect(to: signInPath(.secondFactorExpired))
            }
            let outcome = try await factors.signIn(
                answering: challenge, by: try form.factorProof(), client: request.browser(), now: now())
            let error: AccountPages.FormError
            switch outcome {
            case .signedIn(let signedIn):
                let path = path(after: signedIn, to: form.destination)
                return finished(try await redirect(to: path, opening: signedIn, replacing: visit))
            case .challengeRejected, .sessionEnded: return finished(redirect(to: signInPath(.secondFactorExpired)))
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .rejected: error = form.factorError
            case .suspended: error = .credentialSuspended
            }
            guard let found = try await factors.factors(awaitedBy: challenge, now: now()) else {
                // A wrong passkey has used up the challenge.
                guard error == .passkeyRejected else { return finished(redirect(to: signInPath(.secondFactorExpired))) }
                let page = try signInPage(for: visit, errors: [error], next: form.destination)
                return finished(show(page, to: visit, status: .forbidden))
            }
            let page = secondFactorPage(
                .signIn, for: visit, found, at: challenge, form.factorMethod, next: form.destination, errors: [error])
            return show(page, to: visit, status: .forbidden)
        }
    }

    private var showConfirmation: Route {
        Route(.get, PagePath.confirm.text) { request in
            let visit = try await visit(request)
            let next = request.next ?? .account
            guard let active = visit.active else { return redirectToSignIn(next: next) }
            guard let challenge = try await service.challenge(active, now: now()) else { return redirect(to: next.path.text) }
            let page = secondFactorPage(
                .confirmation, for: visit, challenge.factors, at: challenge.token, request.factorMethod, next: next)
            return setting(challenge, on: show(page, to: visit, signals: try await signalsAfterSignIn(of: active)))
        }
    }

    func setting(_ challenge: FactorChallenge, on response: Response) -> Response {
        var response = response
        response.setCookie(cookies.setting(.factor, to: challenge.token, for: FactorChallenge.lifetime))
        return response
    }

    private var submitConfirmation: Route {
        formRoute(PagePath.confirm.text, of: [.code, .method, .next, .credential]) { visit, form, active in
            guard let challenge = try cookies.token(.factor, in: visit.request) else {
                return redirectToConfirmation(next: form.destination)
            }
            let outcome = try await factors.stepUp(
                active, answering: challenge, by: try form.factorProof(), client: visit.request.browser(), now: now())
            let error: AccountPages.FormError
            switch outcome {
            case .signedIn(let signedIn):
                return finished(redirect(to: path(after: signedIn, to: form.destination), opening: signedIn))
            // The page creates a new challenge. Without a session it redirects to sign-in.
            case .challengeRejected, .sessionEnded: return redirectToConfirmation(next: form.destination)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .rejected where form[.credential] != nil:
                // The wrong passkey has used up the challenge.
                guard let next = try await service.challenge(active, now: now()) else {
                    return redirect(to: form.destination.path.text)
                }
                let page = secondFactorPage(
                    .confirmation, for: visit, next.factors, at: next.token, form.factorMethod, next: form.destination,
                    errors: [.passkeyRejected])
                return setting(next, on: show(page, to: visit, status: .forbidden))
            case .rejected: error = .wrongCode
            case .suspended: error = .credentialSuspended
            }
            let page = secondFactorPage(
                .confirmation, for: visit, try await factors.factors(of: active), at: challenge, form.factorMethod,
                next: form.destination, errors: [error])
            return show(page, to: visit, status: .forbidden)
        }
    }

    /// Returns the page with the wanted method if the account has it, and with the default otherwise. A recovery of an account whose
    /// only factor is a passkey has no other method.
    func secondFactorPage(
        _ purpose: SecondFactorPage.Purpose, for visit: Visit, _ factors: SecondFactors, at challenge: OpaqueToken,
        _ wished: SecondFactorPage.Method?, next: PageDestination, errors: [AccountPages.FormError] = []
    ) -> SecondFactorPage {
        let standard: SecondFactorPage.Method? =
            if case .recovery = purpose { factors.pageMethods.first } else { factors.pageMethod }
        let method = wished.flatMap { factors.pageMethods.contains($0) ? $0 : nil } ?? standard
        return SecondFactorPage(
            purpose, method: method, other: factors.pageMethods.first { $0 != method }, hasDevices: !factors.deviceKeys.isEmpty,
            passkey: PasskeyOptions.json(challenge, among: factors.passkeys).map { PasskeyPrompt(.get, $0) }, next: next,
            errors: errors, formToken: formToken(for: visit))
    }

    /// Returns the page to continue with after a second factor was proved: the account page with a notice if this ended a recovery.
    /// A user who is about to end all sessions continues with that.
    func path(after signedIn: SignedIn, to destination: PageDestination) -> String {
        signedIn.hasEndedRecovery && destination != .notMe ? accountPath(.recoveryEnded) : destination.path.text
    }

    func finished(_ response: Response) -> Response {
        var response = response
        response.setCookie(cookies.removing(.factor))
        return response
    }
}

extension SecondFactors {
    /// The methods that a browser can use.
    fileprivate var pageMethods: [SecondFactorPage.Method] {
        (hasTOTP ? [.authenticator] : []) + (recoveryCodes > 0 ? [.recoveryCode] : [])
    }

    /// The default method of a page.
    fileprivate var pageMethod: SecondFactorPage.Method { hasTOTP ? .authenticator : .recoveryCode }
}

extension IncomingRequest {
    /// The method in the query; nil if it is missing.
    var factorMethod: SecondFactorPage.Method? {
        query[FormField.method.rawValue].flatMap(SecondFactorPage.Method.init(rawValue:))
    }
}

extension FormFields {
    var factorMethod: SecondFactorPage.Method {
        self[.method].flatMap(SecondFactorPage.Method.init(rawValue:)) ?? .authenticator
    }

    var factorError: AccountPages.FormError { self[.credential] == nil ? .wrongCode : .passkeyRejected }

    func factorProof() throws(Problem) -> FactorProof {
        if self[.credential] != nil { return .passkey(try assertion()) }
        let code = try required(.code)
        return switch factorMethod {
        case .authenticator: .totp(code)
        case .recoveryCode: .recoveryCode(code)
        }
    }
}

extension AccountPages.FormError {
    static let wrongCode = AccountPages.FormError(
        field: .code, code: ProblemCode.factorRejected.rawValue, .errorCode)
}
