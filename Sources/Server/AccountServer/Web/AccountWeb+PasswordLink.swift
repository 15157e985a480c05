import AccountPages
package import Accounts
import HTTPTypes
import Hummingbird
import Markup
import Secrets
import WebServing

/// Setting a new password with a link from the operator.
///
/// The URL of the link contains its secret, so the page has another URL: opening the link stores the secret in a cookie of this
/// browser. It does not use the link up, so programs that scan links in messages do not use it up either. Only the form of the
/// page sets the password. It does not sign the user in: the next sign-in requires a second factor if the account has one.
extension AccountWeb {
    var passwordLinkRoutes: [Route] { [openPasswordLink, showNewPassword, submitNewPassword] }

    /// Responds the same to a malformed secret as to an invalid one, once the page needs it.
    private var openPasswordLink: Route {
        Route(.get, "/password-link/{secret}") { request in
            guard let secret = OpaqueToken(encoded: try request.parameters.required("secret")) else {
                return withoutReferrer(invalidLink())
            }
            var response = redirect(to: PagePath.newPassword.text)
            response.setCookie(cookies.setting(.passwordLink, to: secret))
            return withoutReferrer(response)
        }
    }

    private var showNewPassword: Route {
        Route(.get, PagePath.newPassword.text) { request in
            let visit = try await visit(request).asAnonymous
            guard let secret = try cookies.token(.passwordLink, in: request) else { return invalidLink() }
            switch try await service.openPasswordLink(secret, client: request.browser(), now: now()) {
            case .works(let account): return show(newPasswordPage(for: visit, account), to: visit)
            case .invalid: return invalidLink()
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private var submitNewPassword: Route {
        Route(.post, PagePath.newPassword.text) { request in
            let (visit, form) = try await submission(request, of: [.username, .newPassword])
            guard let secret = try cookies.token(.passwordLink, in: request) else { return invalidLink() }
            let password = Password(try form.required(.newPassword))
            switch try await service.setPassword(password, by: secret, client: request.browser(), now: now()) {
            case .set:
                // Another account may be signed in in this browser; its user did not set this password.
                if let active = visit.active { try await service.signOut(active, client: request.browser(), now: now()) }
                return withoutLink(farewell(.newPasswordSet))
            case .rejected(let rejections, let account):
                let errors = rejections.map(\.pageError)
                let anonymous = visit.asAnonymous
                return show(newPasswordPage(for: anonymous, account, errors: errors), to: anonymous, status: .unprocessableContent)
            case .invalid: return invalidLink()
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private func newPasswordPage(
        for visit: Visit, _ account: Account, errors: [AccountPages.FormError] = []
    ) -> NewPasswordPage {
        NewPasswordPage(
            .link, username: account.shownName, passwordRules: service.passwordPolicy.fieldRules, errors: errors,
            formToken: formToken(for: visit))
    }

    private func invalidLink() -> Response {
        withoutLink(redirect(to: MessagePage.passwordLinkInvalid.path.text))
    }

    private func withoutLink(_ response: Response) -> Response {
        var response = response
        response.setCookie(cookies.removing(.passwordLink))
        return response
    }

    /// Adds `Referrer-Policy: no-referrer`, for responses at a URL with a secret. The other pages keep `same-origin`: their URLs
    /// have no secret, and with `no-referrer` browsers send their forms with `Origin: null`.
    private func withoutReferrer(_ response: Response) -> Response {
        var response = response
        response.headers[.referrerPolicy] = "no-referrer"
        return response
    }
}

extension PasswordLink {
    /// Returns the link for the owner of the account. It authorizes setting the password.
    package func revealURL(at origin: PublicOrigin) -> String {
        origin.url(PagePath.passwordLink(token.reveal()).text)
    }
}
