import AccountPages
import Accounts
import AppleButtons
import AppleIdentity
import HTTPTypes
import Hummingbird
import Logging
import Markup
import Secrets

/// Sign in with Apple on the pages: a redirect to Apple, a form that Apple's page posts back, and the finish in the original
/// browser.
///
/// Apple's post is a cross-site request and has no cookies. The server identifies it by its state, and its response sets a cookie
/// and redirects the browser to the finish, a normal request with all cookies. No URL of this site contains a code or token.
extension AccountWeb {
    var appleRoutes: [Route] {
        apple.flatMap { apple in
            apple.connection.web.map { web in
                [
                    setOut(PagePath.signInWithApple.text, apple, web) { _, _ in .signIn },
                    afterEnrolment(
                        setOut(PagePath.linkApple.text, apple, web) { active, now in
                            guard let active, service.isRecentlyAuthenticated(active, now: now) else { return nil }
                            return .link(active.session.id)
                        }),
                    setOut(PagePath.reauthenticateWithApple.text, apple, web) { active, _ in
                        active.map { .reauthenticate($0.session.id) }
                    },
                    afterEnrolment(setOutToConvert(apple, web)), land(apple), finish(apple), afterEnrolment(showUnlinking(apple)),
                    afterEnrolment(submitUnlinking(apple)),
                    afterEnrolment(submitAppleConfirmation),
                ]
            }
        } ?? []
    }

    /// Redirects the browser to Apple. If the purpose requires a session, redirects to sign-in or reauthentication first.
    private func setOut(
        _ path: String, _ apple: AppleCeremonies, _ web: AppleWebConfiguration,
        purpose: @escaping @Sendable (ActiveSession?, Timestamp) -> AppleWebPurpose?
    ) -> Route {
        Route(.get, path) { request in
            let visit = try await visit(request)
            let next = request.next ?? .account
            guard let purpose = purpose(visit.active, now()) else {
                return visit.active == nil ? redirectToSignIn(next: next) : redirectToReauthentication(next: next)
            }
            let attempt = try await begin(purpose, next: next, apple, web, request)
            return attempt.keepingBrowser(redirect(to: attempt.url), cookies)
        }
    }

    /// Starts an attempt.
    ///
    /// - Parameter replaced: the account that is deleted if the attempt moves its identity; nil for none.
    private func begin(
        _ purpose: AppleWebPurpose, replacing replaced: AccountID? = nil, next: PageDestination, _ apple: AppleCeremonies,
        _ web: AppleWebConfiguration, _ request: IncomingRequest
    ) async throws -> BegunAttempt {
        let outcome = try await apple.service.beginWebAttempt(
            for: purpose, replacing: replaced, next: try returnPath(to: next), browser: try cookies.token(.apple, in: request),
            client: request.browser(), now: now())
        switch outcome {
        case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
        case .begun(let attempt):
            let authorization = try AuthorizationRequest(
                client: web.client, redirectURI: web.redirectURI, responseType: .codeAndIdentityToken,
                state: attempt.state.reveal(), nonce: attempt.nonce.reveal())
            return BegunAttempt(url: authorization.url(at: apple.connection.endpoints), browser: attempt.browser)
        }
    }

    /// Asks whether the other account is deleted so that its Apple Account opens the account of this session. The link of the page leads
    /// to Apple. The confirmation is in the attempt that the server keeps: no request to this site names the other account.
    private func askToReplace(
        _ other: Account, for purpose: AppleWebPurpose, next: PageDestination, _ visit: Visit
    ) async throws -> Response {
        guard let apple, let web = apple.connection.web else { return redirect(to: accountPath(.appleTaken)) }
        let attempt = try await begin(purpose, replacing: other.id, next: next, apple, web, visit.request)
        guard let address = WebLink(attempt.url) else {
            throw Problem(.internalError, cause: "the address of Apple's page is malformed")
        }
        let page = ReplaceAccountPage(
            username: visit.active?.account.shownName ?? "", other: other.shownName, created: DisplayTime(other.createdAt),
            address: address, formToken: formToken(for: visit))
        return attempt.keepingBrowser(show(page, to: visit), cookies)
    }

    /// Redirects the browser to Apple for a conversion. The result removes the password, so only a link of this site may lead
    /// here.
    private func setOutToConvert(_ apple: AppleCeremonies, _ web: AppleWebConfiguration) -> Route {
        let way = setOut(PagePath.upgradeToApple.text, apple, web) { active, now in
            guard let active, service.isRecentlyAuthenticated(active, now: now) else { return nil }
            return .convert(active.session.id)
        }
        return Route(.get, way.path) { request in
            try site.publicOrigin.rejectForeign(request)
            return try await way.handler(request)
        }
    }

    /// Handles Apple's response. It uses up the state, regardless of the rest of the form.
    private func land(_ apple: AppleCeremonies) -> Route {
        Route(.post, AppleWebConfiguration.callbackPath) { request in
            let callback: AuthorizationCallback
            do {
                callback = try AuthorizationCallback(form: try await request.body.bytes())
            } catch let rejection as AppleIdentityError {
                throw Problem(
                    .malformedForm, detail: "Apple's response in the browser is malformed. Sign in again.", cause: "\(rejection)")
            }
            guard let state = callback.state.flatMap(OpaqueToken.init(encoded:)),
                let landing = try await apple.service.land(state: state, now: now())
            else { return redirect(to: signInPath(.appleExpired)) }
            guard case .authorized(let grant) = callback else {
                if case .cancelled = callback { return redirect(to: landing.cancelPath) }
                return redirect(to: signInPath(.appleRejected))
            }
            do {
                let proof = AppleProof(
                    flow: .web, identityToken: grant.identityToken?.reveal(), code: grant.code.reveal(),
                    name: grant.name.flatMap { Accounts.PersonName(given: $0.given, family: $0.family) })
                let verified = try await apple.verify(
                    proof, nonce: .exact(landing.nonce.reveal()), by: landing.asker, from: request.browser())
                let completion = try await apple.service.park(
                    verified.assertion, grant: verified.grant, of: landing, now: now())
                var response = redirect(to: PagePath.finishApple.text)
                response.setCookie(cookies.setting(.appleCompletion, to: completion, for: ParkedAppleAssertion.lifetime))
                return response
            } catch {
                let problem = Problem(thrown: error)
                guard let notice = SignInPage.Notice(rejectedBy: problem.code) else { throw problem }
                problem.log(to: request.logger)
                request.logger.notice(
                    "Apple response rejected",
                    metadata: ["code": "\(problem.code.rawValue)", "reason": "\(problem.detail ?? "")"])
                return redirect(to: signInPath(notice))
            }
        }
    }

    private func finish(_ apple: AppleCeremonies) -> Route {
        Route(.get, PagePath.finishApple.text) { request in
            let visit = try await visit(request)
            guard let completion = try cookies.token(.appleCompletion, in: request),
                let browser = try cookies.token(.apple, in: request)
            else { return redirect(to: signInPath(.appleExpired)) }
            let finish = try await apple.service.finishWebAttempt(
                completion: completion, browser: browser, in: visit.active, deviceToken: try cookies.token(.device, in: request),
                client: request.browser(), now: now())
            var response = try await answer(to: finish, of: visit)
            response.setCookie(cookies.removing(.appleCompletion))
            return response
        }
    }

    private func answer(to finish: AppleWebFinish, of visit: Visit) async throws -> Response {
        switch finish {
        case .rejected: return redirect(to: signInPath(.appleExpired))
        case .signIn(let outcome, let next):
            switch outcome {
            case .signedIn(let signedIn):
                return try await redirect(to: next.text, opening: signedIn, replacing: visit)
            case .factorRequired(let challenge):
                return redirectToSecondFactor(challenge, next: next.destination)
            case .registered(let signedIn):
                return try await redirect(to: accountPath(.accountCreated), opening: signedIn, replacing: visit)
            case .suspended: return redirect(to: signInPath(.appleSuspended))
            case .outdated, .challengeRejected: return redirect(to: signInPath(.appleRejected))
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        case .linking(let outcome, let next):
            switch outcome {
            case .linked, .unchanged: return redirect(to: accountPath(.appleLinked))
            case .identityTaken(let other?):
                guard let active = visit.active else { return redirect(to: signInPath(.appleExpired)) }
                return try await askToReplace(other, for: .link(active.session.id), next: next.destination, visit)
            case .identityTaken(nil): return redirect(to: accountPath(.appleTaken))
            case .alreadyLinked: return redirect(to: accountPath(.appleAlreadyLinked))
            case .suspended: return redirect(to: accountPath(.appleSuspended))
            case .reauthenticationRequired: return redirectToReauthentication(next: next.destination)
            case .challengeRejected, .sessionEnded: return redirect(to: signInPath(.appleExpired))
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        case .conversion(.finished(.identityTaken(let other?))):
            guard let active = visit.active else { return redirect(to: signInPath(.appleExpired)) }
            return try await askToReplace(other, for: .convert(active.session.id), next: .upgrade, visit)
        case .conversion(let conversion): return try answer(to: conversion)
        case .reauthentication(let outcome, let next):
            switch outcome {
            case .reauthenticated(let signedIn): return redirect(to: next.text, opening: signedIn)
            case .suspended: return redirect(to: accountPath(.appleSuspended))
            case .otherIdentity: return redirect(to: accountPath(.appleNotYours))
            case .provedTooLongAgo: return redirect(to: accountPath(.appleNotRecent))
            case .challengeRejected, .sessionEnded: return redirect(to: signInPath(.appleExpired))
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private func answer(to conversion: AppleWebConversion) throws(Problem) -> Response {
        switch conversion {
        case .finished(.converted(let signedIn?)): return redirect(to: accountPath(.passwordRemoved), opening: signedIn)
        case .finished(.identityTaken): return redirect(to: accountPath(.appleTaken))
        case .finished(.alreadyLinked): return redirect(to: accountPath(.appleAlreadyLinked))
        case .finished(.suspended): return redirect(to: accountPath(.appleSuspended))
        case .finished(.factorRequired), .denied(.factorRequired): return redirectToConfirmation(next: .upgrade)
        case .denied(.reauthenticationRequired), .denied(.wrongCredentials): return redirectToReauthentication(next: .upgrade)
        case .denied(.enrolmentRequired): return redirectToEnrolment()
        case .denied(.throttled(let retryAfter)): throw Problem.tooManyRequests(retryAfter: retryAfter)
        // The page shows the current state.
        case .finished(.converted(nil)), .finished(.challengeRejected), .finished(.outdated), .finished(.superseded), .noPassword:
            return redirect(to: PagePath.upgrade.text)
        }
    }

    func signInPath(_ notice: SignInPage.Notice) -> String {
        "\(PagePath.signIn.text)?notice=\(notice.rawValue)"
    }
}

/// An attempt that has started: the address at Apple, and the value of the browser's cookie.
private struct BegunAttempt {
    let url: String
    let browser: OpaqueToken

    /// Returns the response with the cookie without which the attempt cannot finish.
    func keepingBrowser(_ response: Response, _ cookies: WebCookies) -> Response {
        var response = response
        response.setCookie(cookies.setting(.apple, to: browser, for: AppleWebAttempt.lifetime))
        return response
    }
}

extension AuthorizationCallback {
    fileprivate var state: String? {
        switch self {
        case .authorized(let grant): grant.state
        case .cancelled(let state), .failed(_, let state): state
        }
    }
}

extension SignInPage.Notice {
    /// Returns nil for a problem that does not concern Apple.
    fileprivate init?(rejectedBy code: ProblemCode) {
        switch code {
        case .appleTokenRejected: self = .appleRejected
        case .appleUnavailable: self = .appleUnavailable
        default: return nil
        }
    }
}

extension AppleWebLanding {
    /// The caller that presents Apple's response. Its form has no cookies, so the device is unknown at this point.
    fileprivate var asker: AuthorizationCodeSender {
        purpose.session == nil ? .visitor(deviceToken: nil) : .session
    }

    /// The page to return to after a cancellation.
    fileprivate var cancelPath: String {
        switch purpose {
        case .signIn: PagePath.signIn.text
        case .link, .reauthenticate: PagePath.account.text
        case .convert: PagePath.upgrade.text
        }
    }
}

extension ReturnPath {
    /// The page of this path.
    fileprivate var destination: PageDestination { PageDestination.allCases.first { $0.path.text == text } ?? .account }
}

extension AccountWeb {
    /// Returns the path of a destination. Every destination is a path of this site, so this never throws 500.
    private func returnPath(to destination: PageDestination) throws(Problem) -> ReturnPath {
        guard let path = ReturnPath(destination.path.text) else { throw Problem(.internalError, cause: "no path: \(destination)") }
        return path
    }
}

/// The elements of Sign in with Apple on the pages.
extension AccountWeb {
    /// Returns the button; nil if the pages do not offer Sign in with Apple.
    func appleButton(
        _ kind: AppleButtonKind, to path: LocalPath = PagePath.signInWithApple, next: PageDestination? = nil
    ) -> AppleButton? {
        guard let web = apple?.connection.web else { return nil }
        return AppleButton(
            web.buttonType.kind(on: kind), style: web.buttonStyle, to: path, next: next)
    }
}
