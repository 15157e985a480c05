import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup
import Secrets

/// Signing in by a code from a mail.
///
/// A cookie binds the code to this browser. No URL contains the code or the secret, and only forms use a code, so programs that open
/// the links of a mail use nothing up.
extension AccountWeb {
    /// Returns the routes of sign-ins by a mailed code.
    func mailedSignInRoutes(_ codes: MailedSignInService) -> [Route] {
        [showCodeRequest, submitCodeRequest(codes), showSignInCode, submitSignInCode(codes)]
    }

    private var showCodeRequest: Route {
        Route(.get, PagePath.emailSignIn.text) { request in
            let visit = try await visit(request)
            guard visit.active == nil else { return redirect(to: (request.next ?? .account).path.text) }
            let notice = request.query["notice"].flatMap(RequestCodePage.Notice.init(rawValue:))
            let page = RequestCodePage(.signIn(next: request.next), notice: notice, formToken: formToken(for: visit))
            return show(page, to: visit)
        }
    }

    /// Responds the same to every name.
    private func submitCodeRequest(_ codes: MailedSignInService) -> Route {
        Route(.post, PagePath.emailSignIn.text) { request in
            let (_, form) = try await submission(request, of: [.username, .next])
            let typed = try form.required(.username)
            let outcome = try await codes.begin(
                AccountName(typed: typed, address: EmailAddress(typed: typed)), client: request.browser(), now: now())
            switch outcome {
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .begun(let holder, _):
                let next = form.destination
                var response = redirect(to: PagePath.signInCode.appending(query: FormField.next.rawValue, next.rawValue).text)
                response.setCookie(cookies.setting(.signInRequest, to: holder, for: MailedCode.lifetime))
                return response
            }
        }
    }

    private var showSignInCode: Route {
        Route(.get, PagePath.signInCode.text) { request in
            let next = request.next ?? .account
            let visit = try await visit(request)
            guard visit.active == nil else { return redirect(to: next.path.text) }
            guard try cookies.token(.signInRequest, in: request) != nil else {
                return redirect(to: PagePath.emailSignIn.appending(query: FormField.next.rawValue, next.rawValue).text)
            }
            return show(EmailCodePage(.signIn(next: next), formToken: formToken(for: visit)), to: visit)
        }
    }

    private func submitSignInCode(_ codes: MailedSignInService) -> Route {
        Route(.post, PagePath.signInCode.text) { request in
            let (visit, form) = try await submission(request, of: [.code, .next])
            let next = form.destination
            guard let holder = try cookies.token(.signInRequest, in: request) else { return codeExpired(next: next) }
            var attemptsLeft = MailedCode.attempts
            if let code = MailedCode(typed: try form.required(.code)) {
                let signIn = MailedSignIn(
                    code, holder: holder, deviceToken: try cookies.token(.device, in: request), client: request.browser())
                switch try await codes.signIn(signIn, now: now()) {
                case .signedIn(let signedIn):
                    return withoutCode(try await redirect(to: next.path.text, opening: signedIn, replacing: visit))
                case .factorRequired(let challenge):
                    return withoutCode(redirectToSecondFactor(challenge, next: next))
                case .codeRejected(let left): attemptsLeft = left
                }
            }
            guard attemptsLeft > 0 else { return codeExpired(next: next) }
            let page = EmailCodePage(.signIn(next: next), errors: [.wrongEmailCode], formToken: formToken(for: visit))
            return show(page, to: visit, status: .forbidden)
        }
    }

    private func codeExpired(next: PageDestination) -> Response {
        let path = PagePath.emailSignIn.appending(query: "notice", RequestCodePage.Notice.expired.rawValue)
        return withoutCode(redirect(to: path.appending(query: FormField.next.rawValue, next.rawValue).text))
    }

    private func withoutCode(_ response: Response) -> Response {
        var response = response
        response.setCookie(cookies.removing(.signInRequest))
        return response
    }
}
