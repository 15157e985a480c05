import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup
import AppleButtons

extension AccountWeb {
    var showSignUp: Route {
        Route(.get, PagePath.signUp.text) { request in
            let visit = try await visit(request)
            guard visit.active == nil else { return redirect(to: PagePath.account.text) }
            return show(signUpPage(for: visit), to: visit)
        }
    }

    var submitSignUp: Route {
        Route(.post, PagePath.signUp.text) { request in
            let (visit, form) = try await submission(request, of: [.username, .password])
            let name = try form.required(.username)
            let registration = Registration(
                userName: name, password: Password(try form.required(.password)), client: request.browser())
            switch try await service.register(registration, now: now()) {
            case .registered(let signedIn):
                return try await redirect(to: accountPath(.accountCreated), opening: signedIn, replacing: visit)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .refused(let refusals):
                return show(
                    signUpPage(for: visit, username: name, errors: refusals.map(\.pageError)), to: visit,
                    status: .unprocessableContent)
            }
        }
    }

    private func signUpPage(for visit: Visit, username: String = "", errors: [AccountPages.FormError] = []) -> SignUpPage {
        SignUpPage(
            username: username, errors: errors, usernameRules: .current, passwordRules: service.passwordPolicy.fieldRules,
            apple: appleButton(.signUp, for: visit.request), formToken: formToken(for: visit))
    }
}

extension UsernameFieldRules {
    fileprivate static var current: UsernameFieldRules {
        UsernameFieldRules(minLength: UserName.lengths.lowerBound, maxLength: UserName.lengths.upperBound)
    }
}

extension PasswordPolicy {
    /// What a field for a new password tells the browser. No `maxlength`: browsers cut a pasted password at it without a word.
    var fieldRules: PasswordFieldRules {
        PasswordFieldRules(
            minLength: lengths.lowerBound, maxLength: nil, passwordRules: requirements.text)
    }
}

extension RegistrationRefusal {
    /// The refusal at its field.
    fileprivate var pageError: AccountPages.FormError {
        AccountPages.FormError(field: FormField(rawValue: member), code: code, message: message)
    }
}
