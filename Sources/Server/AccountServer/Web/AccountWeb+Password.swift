import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup

extension AccountWeb {
    var showPassword: Route {
        Route(.get, PagePath.password.text) { request in
            let visit = try await visit(request)
            guard let active = visit.active else { return redirectToSignIn(next: .password) }
            guard active.account.hasPassword else { return showFirstPassword(to: visit, active) }
            guard service.hasRecentFactor(active, now: now()) else { return redirectToConfirmation(next: .password) }
            return show(passwordPage(for: visit, active), to: visit)
        }
    }

    /// The current password is asked for every time: whoever finds an open browser must not be able to take the account over.
    var submitPassword: Route {
        Route(.post, PagePath.password.text) { request in
            let (visit, form) = try await change(request, of: [.username, .currentPassword, .newPassword])
            guard let active = visit.active else { return redirectToSignIn(next: .password) }
            guard active.account.hasPassword else { return try await submitFirstPassword(form, of: active, visit) }
            let change = PasswordChange(
                new: Password(try form.required(.newPassword)),
                current: Password(try form.required(.currentPassword)), client: request.browser())
            switch try await service.changePassword(change, of: active, now: now()) {
            case .changed(let signedIn): return redirect(to: accountPath(.passwordChanged), opening: signedIn)
            case .wrongCurrentPassword:
                let page = passwordPage(for: visit, active, errors: [.wrongPassword(.currentPassword)])
                return show(page, to: visit, status: .forbidden)
            case .refused(let refusals):
                let errors = refusals.map {
                    AccountPages.FormError(field: .newPassword, code: $0.code, message: $0.message)
                }
                return show(passwordPage(for: visit, active, errors: errors), to: visit, status: .unprocessableContent)
            case .factorRequired: return redirectToConfirmation(next: .password)
            case .noPassword: return redirect(to: PagePath.password.text)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .superseded: return redirectToSignIn(next: .password)
            }
        }
    }

    private func passwordPage(
        for visit: Visit, _ active: ActiveSession, errors: [AccountPages.FormError] = []
    ) -> ChangePasswordPage {
        ChangePasswordPage(
            username: active.account.shownName, passwordRules: service.passwordPolicy.fieldRules, errors: errors,
            formToken: formToken(for: visit))
    }
}
