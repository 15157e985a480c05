import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup
import AppleButtons

extension AccountWeb {
    var showReauthentication: Route {
        Route(.get, PagePath.reauthenticate.text) { request in
            let visit = try await visit(request)
            guard let active = visit.active else { return redirectToSignIn(next: request.next ?? .account) }
            // Whoever has shown the first factor lately is asked for the second.
            if service.missingProof(of: active, now: now()) == .secondFactor {
                return redirectToConfirmation(next: request.next ?? .account)
            }
            return show(try await reauthenticationPage(for: visit, active, next: request.next ?? .account), to: visit)
        }
    }

    var submitReauthentication: Route {
        Route(.post, PagePath.reauthenticate.text) { request in
            let (visit, form) = try await change(request, of: [.username, .currentPassword, .next])
            guard let active = visit.active else { return redirectToSignIn(next: form.destination) }
            let outcome = try await service.reauthenticate(
                active, password: Password(try form.required(.currentPassword)), client: request.browser(), now: now())
            switch outcome {
            case .reauthenticated(let signedIn): return redirect(to: form.destination.path.text, opening: signedIn)
            case .sessionEnded: return redirectToSignIn(next: form.destination)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .refused:
                let page = try await reauthenticationPage(
                    for: visit, active, next: form.destination, errors: [.wrongPassword(.currentPassword)])
                return show(page, to: visit, status: .forbidden)
            }
        }
    }

    func redirectToReauthentication(next: PageDestination) -> Response {
        redirect(to: "\(PagePath.reauthenticate.text)?\(FormField.next.rawValue)=\(next.rawValue)")
    }

    private func reauthenticationPage(
        for visit: Visit, _ active: ActiveSession, next: PageDestination, errors: [AccountPages.FormError] = []
    ) async throws -> ReauthenticationPage {
        let isLinked = try await apple?.service.identities(of: active).isEmpty == false
        return ReauthenticationPage(
            username: active.account.shownName, next: next, errors: errors, asksPassword: active.account.hasPassword,
            apple: isLinked ? appleButton(.continue, for: visit.request, to: PagePath.reauthenticateWithApple, next: next) : nil,
            formToken: formToken(for: visit))
    }
}
