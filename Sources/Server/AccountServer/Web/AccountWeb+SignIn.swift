import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup
import AppleButtons

extension AccountWeb {
    var showSignIn: Route {
        Route(.get, PagePath.signIn.text) { request in
            let visit = try await visit(request)
            guard visit.active == nil else { return redirect(to: (request.next ?? .account).path.text) }
            let notice = request.query["notice"].flatMap(SignInPage.Notice.init(rawValue:))
            let page = SignInPage(
                next: request.next, notice: notice, apple: appleButton(.signIn, for: request, next: request.next),
                formToken: formToken(for: visit))
            return show(page, to: visit)
        }
    }

    var submitSignIn: Route {
        Route(.post, PagePath.signIn.text) { request in
            let (visit, form) = try await submission(request, of: [.username, .password, .next])
            let name = try form.required(.username)
            let password = Password(try form.required(.password))
            let signIn = SignIn(
                userName: name, password: password,
                deviceToken: try cookies.token(.device, in: request), client: request.browser())
            switch try await service.signIn(signIn, now: now()) {
            case .signedIn(let signedIn):
                // Of a password that was upgraded since there is nothing left to say.
                let next =
                    signedIn.active.session.isByFormerPassword
                    ? form.destination
                    : await destinationAfterSignIn(form.destination, by: password, of: signedIn.active.account.userName)
                return try await redirect(to: next.path.text, opening: signedIn, replacing: visit)
            case .factorRequired(let challenge):
                let next = await destinationAfterSignIn(form.destination, by: password, of: try? UserName(name))
                return redirectToSecondStep(challenge, next: next)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .refused:
                let page = SignInPage(
                    username: name, errors: [.wrongCredentials], next: form.destination,
                    apple: appleButton(.signIn, for: request, next: form.destination), formToken: formToken(for: visit))
                return show(page, to: visit, status: .forbidden)
            }
        }
    }

    var submitSignOut: Route {
        Route(.post, PagePath.signOut.text) { request in
            let (visit, _) = try await submission(request, of: [])
            if let active = visit.active {
                try await service.signOut(active, client: request.browser(), now: now())
            }
            return farewell(.signedOut)
        }
    }
}

extension AccountPages.FormError {
    static let wrongCredentials = AccountPages.FormError(
        field: nil, code: ProblemCode.invalidCredentials.rawValue,
        message: "The user name or the password is wrong. Check both and try again.")

    /// A wrong password where the person is already known.
    static func wrongPassword(_ field: FormField) -> AccountPages.FormError {
        AccountPages.FormError(
            field: field, code: ProblemCode.invalidCredentials.rawValue, message: "The password is wrong. Try again.")
    }
}
