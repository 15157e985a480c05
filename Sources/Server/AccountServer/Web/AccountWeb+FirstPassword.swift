import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup

/// The first password of an account that signs in with Apple. It stands where the password is changed otherwise.
extension AccountWeb {
    func showFirstPassword(to visit: Visit, _ active: ActiveSession) -> Response {
        guard service.isRecentlyAuthenticated(active, now: now()) else { return redirectToReauthentication(next: .password) }
        return show(firstPasswordPage(for: visit, active), to: visit)
    }

    func submitFirstPassword(_ form: FormFields, of active: ActiveSession, _ visit: Visit) async throws -> Response {
        let typed = active.account.userName == nil ? try form.required(.username) : nil
        let wanted = FirstPassword(
            userName: typed, password: Password(try form.required(.newPassword)), client: visit.request.browser())
        switch try await service.setFirstPassword(wanted, of: active, now: now()) {
        case .set: return redirect(to: accountPath(.passwordSet))
        case .hasPassword: return redirect(to: PagePath.password.text)
        case .reauthenticationRequired: return redirectToReauthentication(next: .password)
        case .superseded: return redirectToSignIn(next: .password)
        case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
        case .userNameRequired:
            throw Problem(.malformedForm, detail: "The user name is missing.")
        case .refused(let refusals):
            let errors = refusals.map { refusal in
                let field: FormField =
                    switch refusal {
                    case .userName, .userNameTaken: .username
                    case .password: .newPassword
                    }
                return AccountPages.FormError(field: field, code: refusal.code, message: refusal.message)
            }
            let page = firstPasswordPage(for: visit, active, typed: typed ?? "", errors: errors)
            return show(page, to: visit, status: .unprocessableContent)
        }
    }

    private func firstPasswordPage(
        for visit: Visit, _ active: ActiveSession, typed: String = "", errors: [AccountPages.FormError] = []
    ) -> SetPasswordPage {
        SetPasswordPage(
            username: active.account.userName?.text, typedUsername: typed, passwordRules: service.passwordPolicy.fieldRules,
            errors: errors, formToken: formToken(for: visit))
    }
}
