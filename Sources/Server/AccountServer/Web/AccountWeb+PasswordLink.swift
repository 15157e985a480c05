import AccountPages
package import Accounts
import HTTPTypes
import Hummingbird
import Markup
import Secrets

/// Setting a new password by a link of the operator.
///
/// The link's address holds its secret, so the page stands elsewhere: opening the link moves the secret into a cookie of this browser, and uses
/// nothing up, so that a program that looks at links in messages does not either. Only the form of the page sets the password. Nobody is
/// signed in by it: the next sign-in asks for a second factor where the account has one.
extension AccountWeb {
    var passwordLinkRoutes: [Route] { [openPasswordLink, showNewPassword, submitNewPassword] }

    /// Says the same of a text that cannot be a secret and of a secret that does not work, once the page asks for it.
    private var openPasswordLink: Route {
        Route(.get, "/password-link/{secret}") { request in
            guard let secret = OpaqueToken(encoded: try request.parameters.required("secret")) else {
                return withoutReferrer(deadLink())
            }
            var response = redirect(to: PagePath.newPassword.text)
            response.setCookie(cookies.setting(.passwordLink, to: secret))
            return withoutReferrer(response)
        }
    }

    private var showNewPassword: Route {
        Route(.get, PagePath.newPassword.text) { request in
            let visit = try await visit(request).asStranger
            guard let secret = try cookies.token(.passwordLink, in: request) else { return deadLink() }
            switch try await service.openPasswordLink(secret, client: request.browser(), now: now()) {
            case .works(let account): return show(newPasswordPage(for: visit, account), to: visit)
            case .dead: return deadLink()
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private var submitNewPassword: Route {
        Route(.post, PagePath.newPassword.text) { request in
            let (visit, form) = try await submission(request, of: [.username, .newPassword])
            guard let secret = try cookies.token(.passwordLink, in: request) else { return deadLink() }
            let password = Password(try form.required(.newPassword))
            switch try await service.setPassword(password, by: secret, client: request.browser(), now: now()) {
            case .set:
                // Another account may be open in this browser. Its user is not the one who has just set a password.
                if let active = visit.active { try await service.signOut(active, client: request.browser(), now: now()) }
                return withoutLink(farewell(.newPasswordSet))
            case .refused(let refusals, let account):
                let errors = refusals.map {
                    AccountPages.FormError(field: .newPassword, code: $0.code, message: $0.message)
                }
                let stranger = visit.asStranger
                return show(newPasswordPage(for: stranger, account, errors: errors), to: stranger, status: .unprocessableContent)
            case .dead: return deadLink()
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private func newPasswordPage(
        for visit: Visit, _ account: Account, errors: [AccountPages.FormError] = []
    ) -> NewPasswordPage {
        NewPasswordPage(
            username: account.shownName, passwordRules: service.passwordPolicy.fieldRules, errors: errors,
            formToken: formToken(for: visit))
    }

    private func deadLink() -> Response {
        withoutLink(redirect(to: MessagePage.passwordLinkDead.path.text))
    }

    private func withoutLink(_ response: Response) -> Response {
        var response = response
        response.setCookie(cookies.removing(.passwordLink))
        return response
    }

    /// For the answer at an address that holds a secret. The pages keep `same-origin`: they have no secret in their address, and under
    /// `no-referrer` browsers send their forms with `Origin: null`.
    private func withoutReferrer(_ response: Response) -> Response {
        var response = response
        response.headers[.literal("Referrer-Policy")] = "no-referrer"
        return response
    }
}

extension PasswordLink {
    /// The link for the owner of the account. Whoever has it sets the password.
    package func revealURL(at origin: PublicOrigin) -> String {
        origin.url(PagePath.passwordLink(token.reveal()).text)
    }
}

extension Visit {
    /// The visit as that of a browser in which nobody is signed in: a page for the account of a link does not name another one.
    fileprivate var asStranger: Visit { Visit(request: request, active: nil, formCookie: formCookie, isFirst: isFirst) }
}
