import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup

/// Leaving a weak password behind on the pages.
extension AccountWeb {
    var upgradeRoutes: [Route] { [showUpgrade, submitConversion] }

    private var showUpgrade: Route {
        Route(.get, PagePath.upgrade.text) { request in
            let visit = try await visit(request)
            guard let active = visit.active else { return redirectToSignIn(next: .upgrade) }
            guard active.account.hasPassword else { return redirect(to: PagePath.account.text) }
            let notice = request.query["notice"].flatMap(AccountPage.Notice.init(rawValue:))
            let page = UpgradePage(
                isWeak: notice == .weakPassword, apple: try await upgradeByApple(of: active), formToken: formToken(for: visit))
            return show(page, to: visit)
        }
    }

    /// Removes the password of an account that has its Apple identity already. An account without one goes to Apple first, and what comes
    /// back links the identity and removes the password in one transaction (``AppleWebPurpose/convert(_:)``).
    private var submitConversion: Route {
        Route(.post, PagePath.upgradeToApple.text) { request in
            let (visit, _) = try await change(request, of: [])
            guard let active = visit.active else { return redirectToSignIn(next: .upgrade) }
            switch try await service.removePassword(of: active, client: request.browser(), now: now()) {
            case .removed(let signedIn): return redirect(to: accountPath(.passwordRemoved), opening: signedIn)
            case .noPassword: return redirect(to: PagePath.account.text)
            case .lastCredential: return redirect(to: accountPath(.lastCredential))
            case .reauthenticationRequired: return redirectToReauthentication(next: .upgrade)
            case .sessionEnded: return redirectToSignIn(next: .upgrade)
            }
        }
    }

    /// Where a sign-in leads whose password is one that the service would not take today: to the account all the same, with a word on it.
    func destinationAfterSignIn(
        _ destination: PageDestination, by password: Password, of userName: UserName?
    ) async -> PageDestination {
        guard destination == .account else { return destination }
        return await service.passwordPolicy.wouldRefuse(password, for: userName) ? .weakPassword : .account
    }

    private func upgradeByApple(of active: ActiveSession) async throws -> UpgradePage.Apple {
        guard let apple = try await linkedApple(of: active) else { return .unavailable }
        return apple.contains(where: \.isLinked) ? .linked : .unlinked
    }
}
