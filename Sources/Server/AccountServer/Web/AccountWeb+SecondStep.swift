import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup

/// Showing a second factor on the pages: the second page of a sign-in, and the one before a sensitive step. The challenge waits in a cookie,
/// never in an address.
extension AccountWeb {
    var secondStepRoutes: [Route] {
        [showSecondStep, submitSecondStep, showConfirmation, submitConfirmation]
    }

    /// Sends a browser on whose first factor was right.
    func redirectToSecondStep(_ challenge: FactorChallenge, next: PageDestination) -> Response {
        var response = redirect(
            to: PagePath.secondStep.appending(query: FormField.next.rawValue, next.rawValue)
                .appending(query: FormField.method.rawValue, challenge.factors.pageMethod.rawValue).text)
        response.setCookie(cookies.setting(.factor, to: challenge.token, for: FactorChallenge.lifetime))
        return response
    }

    /// Sends somebody to show what a sensitive step asks for.
    func redirectToConfirmation(next: PageDestination) -> Response {
        redirect(to: PagePath.confirm.appending(query: FormField.next.rawValue, next.rawValue).text)
    }

    private var showSecondStep: Route {
        Route(.get, PagePath.secondStep.text) { request in
            let visit = try await visit(request)
            guard let challenge = try cookies.token(.factor, in: request) else { return redirect(to: PagePath.signIn.text) }
            guard let found = try await factors.factors(awaitedBy: challenge, now: now()) else {
                return finished(redirect(to: signInPath(.secondStepExpired)))
            }
            return show(page(.signIn, for: visit, found, request.factorMethod, next: request.next ?? .account), to: visit)
        }
    }

    private var submitSecondStep: Route {
        Route(.post, PagePath.secondStep.text) { request in
            let (visit, form) = try await submission(request, of: [.code, .method, .next])
            guard let challenge = try cookies.token(.factor, in: request) else {
                return redirect(to: signInPath(.secondStepExpired))
            }
            let outcome = try await factors.signIn(
                answering: challenge, by: try form.factorProof(), client: request.browser(), now: now())
            switch outcome {
            case .signedIn(let signedIn):
                return finished(try await redirect(to: form.destination.path.text, opening: signedIn, replacing: visit))
            case .challengeRefused, .sessionEnded: return finished(redirect(to: signInPath(.secondStepExpired)))
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .refused:
                guard let found = try await factors.factors(awaitedBy: challenge, now: now()) else {
                    return finished(redirect(to: signInPath(.secondStepExpired)))
                }
                let page = page(
                    .signIn, for: visit, found, form.factorMethod, next: form.destination, errors: [.wrongCode])
                return show(page, to: visit, status: .forbidden)
            }
        }
    }

    private var showConfirmation: Route {
        Route(.get, PagePath.confirm.text) { request in
            let visit = try await visit(request)
            let next = request.next ?? .account
            guard let active = visit.active else { return redirectToSignIn(next: next) }
            guard let challenge = try await service.challenge(active, now: now()) else { return redirect(to: next.path.text) }
            let page = page(.confirmation, for: visit, challenge.factors, request.factorMethod, next: next)
            var response = show(page, to: visit)
            response.setCookie(cookies.setting(.factor, to: challenge.token, for: FactorChallenge.lifetime))
            return response
        }
    }

    private var submitConfirmation: Route {
        Route(.post, PagePath.confirm.text) { request in
            let (visit, form) = try await change(request, of: [.code, .method, .next])
            guard let active = visit.active else { return redirectToSignIn(next: form.destination) }
            guard let challenge = try cookies.token(.factor, in: request) else {
                return redirectToConfirmation(next: form.destination)
            }
            let outcome = try await factors.stepUp(
                active, answering: challenge, by: try form.factorProof(), client: request.browser(), now: now())
            switch outcome {
            case .signedIn(let signedIn): return finished(redirect(to: form.destination.path.text, opening: signedIn))
            // A new one is given out with the page; without a session the page leads to the sign-in.
            case .challengeRefused, .sessionEnded: return redirectToConfirmation(next: form.destination)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .refused:
                let page = page(
                    .confirmation, for: visit, try await factors.factors(of: active), form.factorMethod, next: form.destination,
                    errors: [.wrongCode])
                return show(page, to: visit, status: .forbidden)
            }
        }
    }

    /// The page for what the account has: the way that is wished for, if it has that one.
    private func page(
        _ occasion: SecondStepPage.Occasion, for visit: Visit, _ factors: SecondFactors, _ wished: SecondStepPage.Method?,
        next: PageDestination, errors: [AccountPages.FormError] = []
    ) -> SecondStepPage {
        let method = wished.flatMap { factors.pageMethods.contains($0) ? $0 : nil } ?? factors.pageMethod
        return SecondStepPage(
            occasion, method: method, other: factors.pageMethods.first { $0 != method }, hasDevices: !factors.deviceKeys.isEmpty,
            next: next, errors: errors,
            formToken: formToken(for: visit))
    }

    private func finished(_ response: Response) -> Response {
        var response = response
        response.setCookie(cookies.removing(.factor))
        return response
    }
}

extension SecondFactors {
    /// What a browser can show.
    fileprivate var pageMethods: [SecondStepPage.Method] {
        (hasTOTP ? [.authenticator] : []) + (recoveryCodes > 0 ? [.recoveryCode] : [])
    }

    /// What a page asks for first.
    fileprivate var pageMethod: SecondStepPage.Method { hasTOTP ? .authenticator : .recoveryCode }
}

extension IncomingRequest {
    /// The way that the link asks for; nil for none.
    fileprivate var factorMethod: SecondStepPage.Method? {
        query[FormField.method.rawValue].flatMap(SecondStepPage.Method.init(rawValue:))
    }
}

extension FormFields {
    fileprivate var factorMethod: SecondStepPage.Method {
        self[.method].flatMap(SecondStepPage.Method.init(rawValue:)) ?? .authenticator
    }

    fileprivate func factorProof() throws(Problem) -> FactorProof {
        let code = try required(.code)
        return switch factorMethod {
        case .authenticator: .totp(code)
        case .recoveryCode: .recoveryCode(code)
        }
    }
}

extension AccountPages.FormError {
    static let wrongCode = AccountPages.FormError(
        field: .code, code: ProblemCode.factorRefused.rawValue,
        message: "This code is wrong, came too late, or was used before. Wait for the next one, or type it again.")
}
