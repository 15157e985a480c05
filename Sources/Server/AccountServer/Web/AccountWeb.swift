import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Markup
import Secrets
import Texts

/// The pages: sign-up, sign-in, the account, its password and its deletion. Each handler calls the domain once and shows a page
/// of ``AccountPages`` or redirects the browser.
///
/// An accepted form responds with 303, which shows password managers that the form is gone. A rejected form is shown again with a
/// 4xx status, which password managers do not treat as success.
struct AccountWeb: Sendable {
    let service: AccountService
    let factors: SecondFactorService
    /// The ceremonies of Sign in with Apple. Nil if Sign in with Apple is off.
    let apple: AppleCeremonies?
    /// The ceremonies of passkeys. Nil if passkeys are off.
    let passkeys: PasskeyCeremonies?
    /// The service for e-mail addresses. Nil if mail is off.
    let addresses: AddressService?
    /// The service for recoveries. Nil if mail is off.
    let recovery: RecoveryService?
    /// The service for sign-ins by a mailed code. Nil if they are off.
    let mailedSignIn: MailedSignInService?
    let site: SiteConfiguration
    let formTokens: FormTokens
    let cookies: WebCookies
    let languages: LanguagePolicy
    let random: any RandomBytes
    let now: @Sendable () -> Timestamp
    let formats = ReaderFormats()

    init(
        service: AccountService, factors: SecondFactorService, apple: AppleCeremonies? = nil,
        passkeys: PasskeyCeremonies? = nil, addresses: AddressService? = nil, recovery: RecoveryService? = nil,
        mailedSignIn: MailedSignInService? = nil, site: SiteConfiguration, formTokens: FormTokens, random: any RandomBytes,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.service = service
        self.factors = factors
        self.apple = apple
        self.passkeys = passkeys
        self.addresses = addresses
        self.recovery = recovery
        self.mailedSignIn = mailedSignIn
        self.site = site
        self.formTokens = formTokens
        self.random = random
        self.now = now
        cookies = WebCookies(isSecure: site.publicOrigin.isSecure)
        languages = LanguagePolicy(site)
    }

    var routes: [Route] {
        let ofAnySession =
            [
                stylesheet, icon, passwordFieldsScript, codesScript, showSignUp, submitSignUp, showSignIn, submitSignIn,
                submitSignOut, showReauthentication,
            ]
            + [submitReauthentication, showNotMe, submitNotMe] + secondFactorRoutes + secondFactorsRoutes + passwordLinkRoutes
            + MessagePage.allCases.map(message) + languageRoutes
        let ofEnrolled =
            [showAccount, submitRevocation, submitRevocationOfOthers, showPassword, submitPassword, showTimeZone, submitTimeZone]
            + [showDeletion, submitDeletion]
            + upgradeRoutes + (passkeys.map(passkeySettingRoutes) ?? []) + (addresses.map(addressRoutes) ?? [])
            + (recovery.map { [submitRecoveryCancellation($0)] } ?? [])
        let ofRecoveries = (recovery.map(recoveryRoutes) ?? []) + (mailedSignIn.map(mailedSignInRoutes) ?? []) + undoRoutes
        let all =
            (site.claimsHome ? [home] : []) + ofAnySession + appleRoutes + (passkeys.map(passkeyRoutes) ?? [])
            + ofRecoveries + ofEnrolled.map(afterEnrolment)
        return all.map(explainingLock)
    }

    /// Returns the route, which redirects to sign-in with the reason instead of opening a session of a locked account.
    private func explainingLock(_ route: Route) -> Route {
        Route(route.method, route.path, bodyLimit: route.bodyLimit) { request in
            do {
                return try await route.handler(request)
            } catch is AccountLocked {
                return redirect(to: signInPath(.accountLocked))
            }
        }
    }

    /// Returns the route, which redirects to the second factors while the account must set one up.
    func afterEnrolment(_ route: Route) -> Route {
        Route(route.method, route.path) { request in
            if let active = try await visit(request).active, service.mustEnrol(active) {
                return redirectToEnrolment()
            }
            return try await route.handler(request)
        }
    }

    /// Redirects an account that must set up a second factor to the page for it.
    func redirectToEnrolment() -> Response {
        redirect(to: PagePath.secondFactors.appending(query: "notice", SecondFactorsPage.Notice.required.rawValue).text)
    }

    private var home: Route {
        Route(.get, "/") { request in
            let visit = try await visit(request)
            return redirect(to: visit.active == nil ? PagePath.signIn.text : PagePath.account.text)
        }
    }

    /// Returns the route of the page after a form that ended a session. It is the same for every visitor.
    private func message(_ page: MessagePage) -> Route {
        Route(.get, page.path.text) { request in
            let formCookie = cookies.token(.form, in: request.headers)
            let visit = Visit(
                request: request, active: nil, formCookie: formCookie ?? OpaqueToken(random: random), isFirst: formCookie == nil)
            return show(page, to: visit)
        }
    }

    private var stylesheet: Route {
        .asset(Stylesheet.accountPages, at: PagePath.stylesheet)
    }

    private var passwordFieldsScript: Route {
        .asset(Script.passwordFields, at: PagePath.passwordFieldsScript)
    }

    private var codesScript: Route {
        .asset(Script.codes, at: PagePath.codesScript)
    }

    private var icon: Route {
        .asset(VectorImage.latchkey, at: PagePath.icon)
    }
}

/// A browser's request for a page, with the values of its cookies.
struct Visit: Sendable {
    let request: IncomingRequest
    /// The signed-in session, if any.
    let active: ActiveSession?
    /// The cookie that this browser's form tokens are bound to.
    let formCookie: OpaqueToken
    /// Whether the response must set the form cookie.
    let isFirst: Bool
    /// What the page reports to the browser's password managers; nil for nothing.
    var signals: JSONValue?

    /// The visit without a session: a page for the account of a link or a recovery must not name another account.
    var asAnonymous: Visit { Visit(request: request, active: nil, formCookie: formCookie, isFirst: isFirst) }
}

extension AccountWeb {
    /// Reads the cookies. An invalid session cookie counts as missing.
    func visit(_ request: IncomingRequest) async throws -> Visit {
        var active: ActiveSession?
        if let token = try cookies.token(.session, in: request) {
            active = try await service.session(for: token, address: request.clientAddress, now: now())
        }
        let formCookie = try cookies.token(.form, in: request)
        return Visit(
            request: request, active: active, formCookie: formCookie ?? OpaqueToken(random: random), isFirst: formCookie == nil)
    }

    /// Reads a submitted form with these fields. Throws 403 if the form is not from a page of this server.
    func submission(_ request: IncomingRequest, of fields: [FormField]) async throws -> (Visit, FormFields) {
        // The token alone protects; this check gives a clearer reason if the browser reports the source.
        try site.publicOrigin.rejectForeign(request)
        let visit = try await visit(request)
        let form = try await request.form(fields.map(\.rawValue) + [FormField.formToken.rawValue])
        guard !visit.isFirst, let token = form[.formToken], formTokens.isValid(token, for: visit.formCookie) else {
            throw Problem(.formTokenInvalid, detail: "Reload the page and submit the form again.")
        }
        return (visit, form)
    }

    /// Reads a form as ``submission(_:of:)``, and charges the session's budget, because the form may write an audit event. Throws
    /// 429 if the budget is exhausted.
    func change(_ request: IncomingRequest, of fields: [FormField]) async throws -> (Visit, FormFields) {
        let (visit, form) = try await submission(request, of: fields)
        if let active = visit.active,
            case .exhausted(let retryAfter) = try await service.chargeChange(by: active, now: now())
        {
            throw Problem.tooManyRequests(retryAfter: retryAfter)
        }
        return (visit, form)
    }

    /// Returns the route of a page that requires a signed-in user. Other visitors are redirected to sign-in.
    ///
    /// The page after a sign-in has the signals. Pages for operators have none, because they have no script.
    func pageRoute(
        _ path: String, next: PageDestination, _ show: @escaping @Sendable (Visit, ActiveSession) async throws -> Response
    ) -> Route {
        Route(.get, path) { request in
            var visit = try await visit(request)
            guard let active = visit.active else { return redirectToSignIn(next: next) }
            if next != .operators { visit.signals = try await signalsAfterSignIn(of: active) }
            return try await show(visit, active)
        }
    }

    /// Reads the signals for the user of a session that was opened within the last minute; nil for an older one.
    func signalsAfterSignIn(of active: ActiveSession) async throws -> JSONValue? {
        guard now() - active.session.createdAt < .seconds(60) else { return nil }
        return try await passkeys?.signals(for: active.account)
    }

    /// Returns the route of a form that requires a signed-in user; see ``change(_:of:)``. Other visitors are redirected to sign-in
    /// and then to `next` or to the form's destination.
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

    /// Returns the value of a required field.
    func required(_ field: FormField) throws(Problem) -> String { try required(field.rawValue) }

    /// The destination after the form; the account by default.
    var destination: PageDestination { self[.next].flatMap(PageDestination.init(rawValue:)) ?? .account }
}

/// The common name of a browser, derived from its `User-Agent` (RFC 9110, section 10.1.5): `Firefox on Linux`.
///
/// The sender chooses the header, so the name only helps users recognize their own devices in a list.
struct BrowserName: Hashable, Sendable {
    let browser: String
    let system: String

    var text: String { "\(browser) on \(system)" }

    /// Returns nil for a text that is not the ``text`` of a name.
    init?(text: String) {
        let names = Self.browsers.flatMap { browser in Self.systems.map { (browser.1, $0.1) } }
        guard let (browser, system) = names.first(where: { "\($0) on \($1)" == text }) else { return nil }
        self.browser = browser
        self.system = system
    }

    /// Returns nil for an unknown browser or system.
    init?(userAgent: String) {
        guard userAgent.hasPrefix("Mozilla/5.0 (") else { return nil }
        func known(_ table: [(sign: String, name: String)]) -> String? {
            table.first { userAgent.contains($0.sign) }?.name
        }
        guard let browser = known(Self.browsers), let system = known(Self.systems) else { return nil }
        self.browser = browser
        self.system = system
    }

    /// The order matters, because most browsers also claim to be later ones.
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
    /// Returns the client, as sessions and audit events record it: the common name of the browser, or its `User-Agent`.
    func browser() -> Client {
        client(deviceName: headers[.userAgent].flatMap(BrowserName.init(userAgent:))?.text)
    }
}
