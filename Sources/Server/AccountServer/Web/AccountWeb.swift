import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup
import Secrets

/// The pages: sign up, sign in, the account, its password, its deletion. Each handler asks the domain once and shows a page of
/// ``AccountPages``, or sends the browser on.
///
/// A form that was taken answers 303, so that password managers see the form go; one that was not is shown again with a 4xx status,
/// which they do not take for success.
struct AccountWeb: Sendable {
    let service: AccountService
    let factors: SecondFactorService
    /// Nil where Sign in with Apple is off.
    let apple: AppleCeremonies?
    let site: SiteConfiguration
    let formTokens: FormTokens
    let cookies: WebCookies
    let random: any RandomBytes
    let now: @Sendable () -> Timestamp

    init(
        service: AccountService, factors: SecondFactorService, apple: AppleCeremonies? = nil, site: SiteConfiguration,
        formTokens: FormTokens,
        random: any RandomBytes, now: @escaping @Sendable () -> Timestamp
    ) {
        self.service = service
        self.factors = factors
        self.apple = apple
        self.site = site
        self.formTokens = formTokens
        self.random = random
        self.now = now
        cookies = WebCookies(isSecure: site.publicOrigin.isSecure)
    }

    var routes: [Route] {
        let ofAnySession =
            [stylesheet, icon, showSignUp, submitSignUp, showSignIn, submitSignIn, submitSignOut, showReauthentication]
            + [submitReauthentication] + secondStepRoutes + secondStepsRoutes + passwordLinkRoutes
            + MessagePage.allCases.map(message)
        let ofEnrolled =
            [showAccount, submitRevocation, submitRevocationOfOthers, showPassword, submitPassword, showDeletion, submitDeletion]
            + upgradeRoutes
        return (site.claimsHome ? [home] : []) + ofAnySession + appleRoutes + ofEnrolled.map(afterEnrolment)
    }

    /// The route, which leads to the second factors while the account must set one up.
    func afterEnrolment(_ route: Route) -> Route {
        Route(route.method, route.path) { request in
            if let active = try await visit(request).active, service.mustEnrol(active) {
                return redirectToEnrolment()
            }
            return try await route.handler(request)
        }
    }

    /// Sends the browser of an account that must have a second factor to where one is set up.
    func redirectToEnrolment() -> Response {
        redirect(to: PagePath.secondSteps.appending(query: "notice", SecondStepsPage.Notice.required.rawValue).text)
    }

    private var home: Route {
        Route(.get, "/") { request in
            let visit = try await visit(request)
            return redirect(to: visit.active == nil ? PagePath.signIn.text : PagePath.account.text)
        }
    }

    /// What a form that ends a session leads to. It says the same to whoever opens it.
    private func message(_ page: MessagePage) -> Route {
        Route(.get, page.path.text) { _ in pageResponse(page, to: .stranger) }
    }

    private var stylesheet: Route {
        .asset(Stylesheet.accountPages.bytes, at: PagePath.stylesheet, type: "text/css; charset=utf-8")
    }

    private var icon: Route {
        .asset(VectorImage.accountPages.bytes, at: PagePath.icon, type: "image/svg+xml")
    }
}

/// A browser's request for a page, with what its cookies tell.
struct Visit: Sendable {
    let request: IncomingRequest
    /// Who is signed in, if anybody.
    let active: ActiveSession?
    /// What this browser's form tokens are bound to.
    let formCookie: OpaqueToken
    /// Whether the form cookie must be set with the answer.
    let isFirst: Bool
}

extension AccountWeb {
    /// Reads the cookies. A session cookie that opens nothing is as good as none.
    func visit(_ request: IncomingRequest) async throws -> Visit {
        var active: ActiveSession?
        if let token = try cookies.token(.session, in: request) {
            active = try await service.session(for: token, address: request.clientAddress, now: now())
        }
        let formCookie = try cookies.token(.form, in: request)
        return Visit(
            request: request, active: active, formCookie: formCookie ?? OpaqueToken(random: random), isFirst: formCookie == nil)
    }

    /// Reads a submitted form of these fields, and refuses one that no page of ours sent: 403.
    func submission(_ request: IncomingRequest, of fields: [FormField]) async throws -> (Visit, FormFields) {
        // The token protects by itself; this tells apart what browsers tell us plainly.
        try site.publicOrigin.refuseForeign(request)
        let visit = try await visit(request)
        let form = try await request.form(fields.map(\.rawValue) + [FormField.formToken.rawValue])
        guard !visit.isFirst, let token = form[.formToken], formTokens.isValid(token, for: visit.formCookie) else {
            throw Problem(.formTokenInvalid, detail: "Reload the page and send the form again.")
        }
        return (visit, form)
    }

    /// As ``submission(_:of:)``, for a form that may write an event of the signed-in account: charged to it. Throws 429 beyond its budget.
    func change(_ request: IncomingRequest, of fields: [FormField]) async throws -> (Visit, FormFields) {
        let (visit, form) = try await submission(request, of: fields)
        if let active = visit.active,
            case .exhausted(let retryAfter) = try await service.chargeChange(by: active, now: now())
        {
            throw Problem.tooManyRequests(retryAfter: retryAfter)
        }
        return (visit, form)
    }

    /// A page for whoever is signed in. Anybody else signs in first.
    func pageRoute(
        _ path: String, next: PageDestination, _ show: @escaping @Sendable (Visit, ActiveSession) async throws -> Response
    ) -> Route {
        Route(.get, path) { request in
            let visit = try await visit(request)
            guard let active = visit.active else { return redirectToSignIn(next: next) }
            return try await show(visit, active)
        }
    }

    /// A form of whoever is signed in: see ``change(_:of:)``. Anybody else signs in first, and goes on to `next` or to where the form says.
    func formRoute(
        _ path: String, of fields: [FormField] = [], next: PageDestination? = nil,
        _ take: @escaping @Sendable (Visit, FormFields, ActiveSession) async throws -> Response
    ) -> Route {
        Route(.post, path) { request in
            let (visit, form) = try await change(request, of: fields)
            guard let active = visit.active else { return redirectToSignIn(next: next ?? form.destination) }
            return try await take(visit, form, active)
        }
    }

    func formToken(for visit: Visit) -> FormToken {
        FormToken(formTokens.token(for: visit.formCookie))
    }
}

extension FormFields {
    subscript(field: FormField) -> String? { self[field.rawValue] }

    /// The value of a field that every form of ours has.
    func required(_ field: FormField) throws(Problem) -> String { try required(field.rawValue) }

    /// Where to go afterwards; the account unless the form says otherwise.
    var destination: PageDestination { self[.next].flatMap(PageDestination.init(rawValue:)) ?? .account }
}

/// What people call a browser, read from its `User-Agent` (RFC 9110, section 10.1.5): `Firefox on Linux`.
///
/// It is what the sender says of itself, good for recognising one's own devices in a list and for nothing else.
struct BrowserName: Hashable, Sendable {
    let text: String

    /// Nil where the browser or its system is none of those known here.
    init?(userAgent: String) {
        guard userAgent.hasPrefix("Mozilla/5.0 (") else { return nil }
        func known(_ table: [(sign: String, name: String)]) -> String? {
            table.first { userAgent.contains($0.sign) }?.name
        }
        guard let browser = known(Self.browsers), let system = known(Self.systems) else { return nil }
        text = "\(browser) on \(system)"
    }

    /// In this order, since most of them also claim to be those further down.
    private static let browsers = [
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]

    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows NT", "Windows"),
        ("Macintosh", "Mac"), ("Linux", "Linux"),
    ]
}

extension IncomingRequest {
    /// Who asks, as sessions and events record it: the browser by its common name, or else by what it calls itself.
    func browser() -> Client {
        client(deviceName: headers[.userAgent].flatMap(BrowserName.init(userAgent:))?.text)
    }
}
