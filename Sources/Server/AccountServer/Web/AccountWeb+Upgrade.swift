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
            guard let active = visit.active else { return redirectToSignIn(next: .account) }
            guard active.account.hasPassword else { return redirect(to: PagePath.account.text) }
            let page = UpgradePage(
                isWeak: request.query["notice"] == AccountPage.Notice.weakPassword.rawValue,
                apple: try await upgradeByApple(of: active), formToken: formToken(for: visit))
            return show(page, to: visit)
        }
    }

    /// The last step of a conversion: the identity is linked, and the password goes.
    private var submitConversion: Route {
        Route(.post, PagePath.upgradeToApple.text) { request in
            let (visit, _) = try await submission(request, of: [])
            guard let active = visit.active else { return redirectToSignIn(next: .account) }
            switch try await service.removePassword(of: active, client: request.browser(), now: now()) {
            case .removed(let signedIn): return redirect(to: accountPath(.passwordRemoved), opening: signedIn)
            case .noPassword: return redirect(to: PagePath.account.text)
            case .lastCredential: return redirect(to: accountPath(.lastCredential))
            case .reauthenticationRequired: return redirectToReauthentication(next: .account)
            case .sessionEnded: return redirectToSignIn(next: .account)
            }
        }
    }

    /// Where a sign-in leads whose password is one that the service would not take today: to the account all the same, with a word on it.
    func pathAfterSignIn(_ destination: PageDestination, by password: Password, of account: Account) -> String {
        guard destination == .account, !service.passwordPolicy.refusals(of: password, for: account.userName).isEmpty else {
            return destination.path.text
        }
        return accountPath(.weakPassword)
    }

    private func upgradeByApple(of active: ActiveSession) async throws -> UpgradePage.Apple {
        switch try await linkedApple(of: active) {
        case nil: .unavailable
        case LinkedApple.none?: .unlinked
        default: .linked
        }
    }
}
