import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Markup
import Secrets
import Texts

extension AccountWeb {
    /// Returns a page for this visit, with the cookie that its forms are bound to.
    ///
    /// - Parameter signals: what the page reports to the browser's password managers; nil for the visit's signals, if it has any.
    func show(
        _ page: some Page, to visit: Visit, status: HTTPResponse.Status = .ok, signals: JSONValue? = nil
    ) -> Response {
        let visitor = visit.active.map { Site.Visitor.signedIn(username: $0.account.userName?.text) }
        var response = pageResponse(
            page, to: visitor ?? .anonymous, for: visit.active?.account, asking: visit.request.headers,
            status: status, signals: signals ?? visit.signals, languagePicker: languagePicker(for: visit))
        if visit.isFirst { response.setCookie(cookies.setting(.form, to: visit.formCookie)) }
        return response
    }

    /// Returns a page in the language that ``LanguagePolicy`` chooses. Its times are in the zone of the account, the request's cookie,
    /// or UTC.
    ///
    /// - Parameter account: the visitor's account, whose settings apply.
    func pageResponse(
        _ page: some Page, to visitor: Site.Visitor, for account: Account? = nil, asking headers: HTTPFields,
        status: HTTPResponse.Status = .ok,
        signals: JSONValue? = nil, languagePicker: LanguagePicker? = nil
    ) -> Response {
        let reader = languages.reader(of: headers, account: account?.language)
        let zone = account?.readerZone ?? cookies.preference(.zone, in: headers).flatMap { ReaderZone($0) }
        let format = formats.format(for: reader, zone: zone ?? .unknown)
        let shown = Site(
            serviceName: site.name, visitor: visitor, format: format,
            passkeySignals: signals.map { String(decoding: $0.bytes(), as: UTF8.self) }, languagePicker: languagePicker,
            now: DisplayTime(now()))
        let document = page.document(on: shown)
        let hasScript = page.script ?? shown.script != nil || page.learnsZone
        let policy = hasScript ? ContentSecurityPolicy.pageWithScript : ContentSecurityPolicy.page
        return .content(
            document.bytes, type: "text/html; charset=utf-8", status: status,
            headers: [
                .contentSecurityPolicy: page.helpers.isEmpty ? policy : ContentSecurityPolicy.pageWithOfflineScript,
                .contentLanguage: document.lang, .vary: LanguageChoice.vary,
            ])
    }

    /// Redirects the browser with 303, so that it requests the next page with GET (RFC 9110, section 15.4.4).
    func redirect(to path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path])
    }

    /// Redirects the browser with the cookies of a new or renewed session. The form cookie changes with them.
    func redirect(to path: String, opening signedIn: SignedIn) -> Response {
        var response = redirect(to: path)
        setCookies(of: signedIn, on: &response)
        return response
    }

    /// Redirects as ``redirect(to:opening:)``, after ending the previous session of this browser's cookie, because no browser
    /// could end it later.
    func redirect(to path: String, opening signedIn: SignedIn, replacing visit: Visit) async throws -> Response {
        if let replaced = visit.active, replaced.session.id != signedIn.active.session.id {
            try await service.signOut(replaced, client: visit.request.browser(), now: now())
        }
        return redirect(to: path, opening: signedIn)
    }

    /// Sets the cookies of a new or renewed session.
    func setCookies(of signedIn: SignedIn, on response: inout Response) {
        let lifetime = signedIn.active.session.expiry.absolute - now()
        response.setCookie(cookies.setting(.session, to: signedIn.token, for: lifetime))
        response.setCookie(cookies.setting(.form, to: OpaqueToken(random: random)))
        if let device = signedIn.deviceToken {
            response.setCookie(cookies.setting(.device, to: device, for: Device.lifetime))
        }
    }

    /// Redirects a signed-out user to the page that confirms it.
    func farewell(_ page: MessagePage) -> Response { withoutCookies(redirect(to: page.path.text)) }

    /// Shows the page that confirms it, if it has signals: after a redirect, the next page has no session and could not send them.
    func farewell(_ page: MessagePage, to visit: Visit, signals: JSONValue?) -> Response {
        signals.map { withoutCookies(show(page, to: visit.asAnonymous, signals: $0)) } ?? farewell(page)
    }

    private func withoutCookies(_ response: Response) -> Response {
        var response = response
        response.setCookie(cookies.removing(.session))
        response.setCookie(cookies.removing(.form))
        return response
    }

    /// Redirects a user without a session to sign-in.
    func redirectToSignIn(next: PageDestination) -> Response {
        redirect(to: "\(PagePath.signIn.text)?\(FormField.next.rawValue)=\(next.rawValue)")
    }
}

extension IncomingRequest {
    /// The destination that the query names.
    var next: PageDestination? { query[FormField.next.rawValue].flatMap(PageDestination.init(rawValue:)) }
}

extension AccountWeb {
    /// Problems as pages for browsers.
    var problemPages: ProblemRenderer {
        ProblemRenderer { problem, problemContext in
            let page = ErrorPage(
                ErrorPage.Kind(problem), requestID: problemContext.id.description,
                retryAfter: problem.retryAfterSeconds.map(Int.init))
            // An error that responds to a form has no picker, as every response to a form.
            guard problemContext.method == .get, let path = LocalPath(problemContext.path) else {
                return pageResponse(page, to: .anonymous, asking: problemContext.headers)
            }
            let known = cookies.token(.form, in: problemContext.headers)
            let formCookie = known ?? OpaqueToken(random: random)
            let picker = LanguagePicker(
                languages: languages.offered, returnPath: path, formToken: FormToken(formTokens.token(for: formCookie)))
            var response = pageResponse(page, to: .anonymous, asking: problemContext.headers, languagePicker: picker)
            if known == nil { response.setCookie(cookies.setting(.form, to: formCookie)) }
            return response
        }
    }
}

extension ErrorPage.Kind {
    /// Creates the kind with the problem's status, or with the closest status.
    init(_ problem: Problem) {
        let status = problem.status.code
        self = ErrorPage.Kind(rawValue: status) ?? (status >= 500 ? .internalError : .badRequest)
    }
}

/// The content security policies of pages (CSP level 3).
enum ContentSecurityPolicy {
    /// The policy of a page without scripts, frames and external content.
    static let page =
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// The policy of a page whose scripts work on passwords and codes. No script of the page can connect to anything; forms are
    /// sent as on any page.
    static let pageWithOfflineScript = "\(page); script-src 'self'"

    /// The policy of a page with a script of this server, which may connect to this server only. Inline scripts stay blocked.
    static let pageWithScript = "\(page); script-src 'self'; connect-src 'self'"
}
