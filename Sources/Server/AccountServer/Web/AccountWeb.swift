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
