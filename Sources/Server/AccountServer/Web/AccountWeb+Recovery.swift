import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup
import Secrets

/// Resetting a forgotten password with a code from a mail.
///
/// Two cookies bind the recovery to this browser: the secret that the code belongs to, and then the token of the recovery session.
/// No URL contains either. Only forms use a code, so programs that open the links of a mail use nothing up.
extension AccountWeb {
    /// Returns the routes of recoveries.
    func recoveryRoutes(_ recovery: RecoveryService) -> [Route] {
        [
            showRecovery, submitRecovery(recovery), showRecoveryEmailCode, submitRecoveryEmailCode(recovery),
            showRecoveryFactor(recovery),
            submitRecoveryFactor(recovery), submitRecoveryWait(recovery), showRecoveryPassword(recovery),
            submitRecoveryPassword(recovery),
        ] + (passkeys.map { [showRecoveryPasskey(recovery, $0), submitRecoveryPasskey(recovery, $0)] } ?? [])
    }

    private var showRecovery: Route {
        Route(.get, PagePath.recovery.text) { request in
            let visit = try await visit(request).asAnonymous
            let notice = request.query["notice"].flatMap(RequestCodePage.Notice.init(rawValue:))
            return show(RequestCodePage(.recovery, notice: notice, formToken: formToken(for: visit)), to: visit)
        }
    }

    /// Responds the same to every name.
    private func submitRecovery(_ recovery: RecoveryService) -> Route {
        Route(.post, PagePath.recovery.text) { request in
            let (_, form) = try await submission(request, of: [.username])
            let typed = try form.required(.username)
            let outcome = try await recovery.begin(
                AccountName(typed: typed, address: EmailAddress(typed: typed)),
                client: request.browser(), now: now())
            switch outcome {
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .begun(let holder, _):
                var response = redirect(to: PagePath.recoveryEmailCode.text)
                response.setCookie(cookies.setting(.recoveryRequest, to: holder, for: MailedCode.lifetime))
                return response
            }
        }
    }

    private var showRecoveryEmailCode: Route {
        Route(.get, PagePath.recoveryEmailCode.text) { request in
            guard try cookies.token(.recoveryRequest, in: request) != nil else { return redirect(to: PagePath.recovery.text) }
            let visit = try await visit(request).asAnonymous
            return show(EmailCodePage(.recovery, formToken: formToken(for: visit)), to: visit)
        }
    }

    private func submitRecoveryEmailCode(_ recovery: RecoveryService) -> Route {
        Route(.post, PagePath.recoveryEmailCode.text) { request in
            let (visit, form) = try await submission(request, of: [.code])
            guard let holder = try cookies.token(.recoveryRequest, in: request) else { return recoveryExpired() }
            var attemptsLeft = MailedCode.attempts
            if let code = MailedCode(typed: try form.required(.code)) {
                switch try await recovery.open(code, holder: holder, client: request.browser(), now: now()) {
                case .codeRejected(let left): attemptsLeft = left
                case .opened(_, let token):
                    var response = redirect(to: PagePath.recoveryPassword.text)
                    response.setCookie(cookies.removing(.recoveryRequest))
                    response.setCookie(cookies.setting(.recovery, to: token, for: RecoverySession.lifetime))
                    return response
                }
            }
            guard attemptsLeft > 0 else { return recoveryExpired() }
            let anonymous = visit.asAnonymous
            let page = EmailCodePage(.recovery, errors: [.wrongEmailCode], formToken: formToken(for: anonymous))
            return show(page, to: anonymous, status: .forbidden)
        }
    }

    private func showRecoveryFactor(_ recovery: RecoveryService) -> Route {
        Route(.get, PagePath.recoveryFactor.text) { request in
            guard let (token, session) = try await recovered(request, by: recovery) else { return recoveryExpired() }
            guard let challenge = try await recovery.challenge(in: token, now: now()) else {
                return redirect(to: PagePath.recoveryPassword.text)
            }
            let visit = try await visit(request).asAnonymous
            let page = secondFactorPage(
                .recovery(waitsUntil: session.waitsUntil.map { DisplayTime($0) }), for: visit, challenge.factors,
                at: challenge.token, request.factorMethod, next: .account)
            return setting(challenge, on: show(page, to: visit))
        }
    }

    private func submitRecoveryFactor(_ recovery: RecoveryService) -> Route {
        Route(.post, PagePath.recoveryFactor.text) { request in
            let (visit, form) = try await submission(request, of: [.code, .method, .next, .credential])
            guard let (token, session) = try await recovered(request, by: recovery) else { return recoveryExpired() }
            guard let challenge = try cookies.token(.factor, in: request) else {
                return redirect(to: PagePath.recoveryFactor.text)
            }
            let outcome = try await recovery.prove(
                try form.factorProof(), answering: challenge, in: token, client: request.browser(), now: now())
            let anonymous = visit.asAnonymous
            let purpose = SecondFactorPage.Purpose.recovery(waitsUntil: session.waitsUntil.map { DisplayTime($0) })
            let error: AccountPages.FormError
            switch outcome {
            case .proved: return finished(redirect(to: PagePath.recoveryPassword.text))
            // The page creates a new challenge.
            case .challengeRejected: return redirect(to: PagePath.recoveryFactor.text)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .rejected where form[.credential] != nil:
                // The wrong passkey has used up the challenge.
                guard let next = try await recovery.challenge(in: token, now: now()) else {
                    return redirect(to: PagePath.recoveryFactor.text)
                }
                let page = secondFactorPage(
                    purpose, for: anonymous, next.factors, at: next.token, form.factorMethod, next: .account,
                    errors: [.passkeyRejected])
                return setting(next, on: show(page, to: anonymous, status: .forbidden))
            case .rejected: error = .wrongCode
            case .suspended: error = .credentialSuspended
            }
            guard let found = try await factors.factors(awaitedBy: challenge, now: now()) else {
                return redirect(to: PagePath.recoveryFactor.text)
            }
            let page = secondFactorPage(
                purpose, for: anonymous, found, at: challenge, form.factorMethod, next: .account, errors: [error])
            return show(page, to: anonymous, status: .forbidden)
        }
    }

    private func submitRecoveryWait(_ recovery: RecoveryService) -> Route {
        Route(.post, PagePath.recoveryWait.text) { request in
            _ = try await submission(request, of: [])
            guard let token = try cookies.token(.recovery, in: request) else { return recoveryExpired() }
            let outcome = try await recovery.beginWait(
                in: token, client: request.browser(), now: now())
            switch outcome {
            case .ended: return recoveryExpired()
            // The page shows the end of the wait, or redirects to the password.
            case .waiting, .notNeeded: return redirect(to: PagePath.recoveryFactor.text)
            }
        }
    }

    private func showRecoveryPassword(_ recovery: RecoveryService) -> Route {
        Route(.get, PagePath.recoveryPassword.text) { request in
            guard let (_, session) = try await recovered(request, by: recovery) else { return recoveryExpired() }
            guard !session.requiresFactor(at: now()) else { return redirect(to: PagePath.recoveryFactor.text) }
            let visit = try await visit(request).asAnonymous
            // A passkey that the account has no room for leads here.
            let signals = try await passkeys?.signals(for: session.account)
            return show(recoveryPasswordPage(for: visit, session.account), to: visit, signals: signals)
        }
    }

    private func submitRecoveryPassword(_ recovery: RecoveryService) -> Route {
        Route(.post, PagePath.recoveryPassword.text) { request in
            let (visit, form) = try await submission(request, of: [.username, .newPassword])
            guard let (token, session) = try await recovered(request, by: recovery) else { return recoveryExpired() }
            let typed = session.account.userName == nil ? try form.required(.username) : nil
            let wanted = RecoveredPassword(
                Password(try form.required(.newPassword)), userName: typed, client: request.browser())
            let outcome = try await recovery.setPassword(
                wanted, in: token, now: now())
            switch outcome {
            case .recovered: return try await recovered(.newPasswordSet, in: visit, session.account, before: nil)
            case .rejected(let rejections):
                let anonymous = visit.asAnonymous
                let page = recoveryPasswordPage(
                    for: anonymous, session.account, typed: typed ?? "", errors: rejections.map(\.newPasswordError))
                return show(page, to: anonymous, status: .unprocessableContent)
            case .userNameRequired: throw Problem(.malformedForm, detail: "The user name is missing.")
            case .factorRequired: return redirect(to: PagePath.recoveryFactor.text)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .ended: return recoveryExpired()
            }
        }
    }

    private func recoveryPasswordPage(
        for visit: Visit, _ account: Account, typed: String = "", errors: [AccountPages.FormError] = []
    ) -> NewPasswordPage {
        NewPasswordPage(
            .recovery, username: account.userName?.text, typedUsername: typed, passwordRules: service.passwordPolicy.fieldRules,
            offersPasskey: passkeys != nil, errors: errors, formToken: formToken(for: visit))
    }

    private func showRecoveryPasskey(_ recovery: RecoveryService, _ passkeys: PasskeyCeremonies) -> Route {
        Route(.get, PagePath.recoveryPasskey.text) { request in
            guard let (token, session) = try await recovered(request, by: recovery) else { return recoveryExpired() }
            return try await recoveryPasskeyPage(
                for: try await visit(request).asAnonymous, token, of: session.account, recovery, passkeys)
        }
    }

    private func recoveryPasskeyPage(
        for visit: Visit, _ token: OpaqueToken, of account: Account, _ recovery: RecoveryService, _ passkeys: PasskeyCeremonies,
        errors: [AccountPages.FormError] = []
    ) async throws -> Response {
        switch try await recovery.beginPasskey(with: passkeys.service, in: token, now: now()) {
        case .begun(let creation):
            let page = CreatePasskeyPage(
                .recovery, prompt: PasskeyPrompt(.create, passkeys.options.json(creation)), errors: errors,
                formToken: formToken(for: visit))
            // After an error, the list omits the passkey that was not added.
            let signals = errors.isEmpty ? nil : try await passkeys.signals(for: account)
            return show(page, to: visit, status: errors.isEmpty ? .ok : .unprocessableContent, signals: signals)
        case .tooMany: return redirect(to: PagePath.recoveryPassword.text)
        case .factorRequired: return redirect(to: PagePath.recoveryFactor.text)
        case .ended: return recoveryExpired()
        }
    }

    private func submitRecoveryPasskey(_ recovery: RecoveryService, _ passkeys: PasskeyCeremonies) -> Route {
        Route(.post, PagePath.recoveryPasskey.text) { request in
            let (visit, form) = try await submission(request, of: [.credential])
            guard let (token, session) = try await recovered(request, by: recovery) else { return recoveryExpired() }
            let moment = now()
            let outcome = try await recovery.addPasskey(
                try form.registration(by: request.browser()), with: passkeys.service, in: token, now: moment)
            let error: AccountPages.FormError
            switch outcome {
            case .recovered: return try await recovered(.passkeyRecovered, in: visit, session.account, before: moment)
            case .tooMany: return redirect(to: PagePath.recoveryPassword.text)
            case .factorRequired: return redirect(to: PagePath.recoveryFactor.text)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .ended: return recoveryExpired()
            case .challengeRejected: error = .passkeyExpired
            case .credentialTaken: error = .passkeyTaken
            case .rejected: error = .passkeyNotRegistered
            }
            return try await recoveryPasskeyPage(
                for: visit.asAnonymous, token, of: session.account, recovery, passkeys, errors: [error])
        }
    }

    /// Ends the session of this browser, which may belong to another account whose user did not recover this one. Then shows the
    /// account's earlier passkeys and Apple Accounts, if there are any.
    ///
    /// - Parameter end: the time from which passkeys are not earlier; nil if the recovery added none.
    private func recovered(
        _ message: MessagePage, in visit: Visit, _ account: Account, before end: Timestamp?
    ) async throws -> Response {
        if let active = visit.active { try await service.signOut(active, client: visit.request.browser(), now: now()) }
        let credentials = try await service.earlierCredentials(of: account.id, before: end)
        var response = farewell(message)
        if !credentials.isEmpty {
            let page = RecoveredPage(
                message, kept: credentials.filter { !$0.isSuspended }.map(RecoveredPage.Credential.init),
                suspended: credentials.filter(\.isSuspended).map(RecoveredPage.Credential.init))
            response = show(page, to: visit.asAnonymous)
            response.setCookie(cookies.removing(.session))
        }
        return withoutRecovery(response)
    }

    /// Returns the recovery session of the browser's cookie; nil without a cookie, or after the session's end.
    private func recovered(
        _ request: IncomingRequest, by recovery: RecoveryService
    ) async throws -> (OpaqueToken, RecoverySession)? {
        guard let token = try cookies.token(.recovery, in: request) else { return nil }
        return try await recovery.session(token, now: now()).map { (token, $0) }
    }

    private func recoveryExpired() -> Response {
        let notice = RequestCodePage.Notice.expired
        return withoutRecovery(redirect(to: PagePath.recovery.appending(query: "notice", notice.rawValue).text))
    }

    private func withoutRecovery(_ response: Response) -> Response {
        var response = response
        response.setCookie(cookies.removing(.recoveryRequest))
        response.setCookie(cookies.removing(.recovery))
        return response
    }
}

/// The waiting time of a recovery, on the account page.
extension AccountWeb {
    func submitRecoveryCancellation(_ recovery: RecoveryService) -> Route {
        formRoute(PagePath.cancelRecovery.text, next: .account) { visit, _, active in
            let outcome = try await recovery.cancelWait(
                of: active, client: visit.request.browser(), now: now())
            switch outcome {
            // A recovery that no longer exists is the desired result.
            case .cancelled, .missing: return redirect(to: accountPath(.resetCancelled))
            case .factorRequired: return redirectToRecoveryProof(of: active, next: .account)
            case .sessionEnded: return redirectToSignIn(next: .account)
            }
        }
    }
}

extension RecoveredPage.Credential {
    fileprivate init(_ credential: EarlierCredential) {
        switch credential {
        case .passkey(let passkey): self = .passkey(name: passkey.name)
        case .appleIdentity(let identity): self = .appleAccount(email: identity.email?.address)
        }
    }
}

extension AccountPages.FormError {
    static let wrongEmailCode = AccountPages.FormError(
        field: .code, code: ProblemCode.emailCodeRejected.rawValue, .errorEmailCode)
}
