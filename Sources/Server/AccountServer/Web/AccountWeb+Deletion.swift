import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup

extension AccountWeb {
    /// Deleting needs a credential shown within the last minutes; whoever has not shown it goes by way of showing it.
    var showDeletion: Route {
        Route(.get, PagePath.delete.text) { request in
            let visit = try await visit(request)
            guard let active = visit.active else { return redirectToSignIn(next: .delete) }
            guard service.isRecentlyAuthenticated(active, now: now()) else { return redirectToReauthentication(next: .delete) }
            let page = DeleteAccountPage(
                username: active.account.shownName, asksCurrentPassword: false, formToken: formToken(for: visit))
            return show(page, to: visit)
        }
    }

    var submitDeletion: Route {
        Route(.post, PagePath.delete.text) { request in
            let (visit, _) = try await change(request, of: [.username])
            guard let active = visit.active else { return redirectToSignIn(next: .delete) }
            switch try await service.deleteAccount(active, client: request.browser(), now: now()) {
            case .reauthenticationRequired: return redirectToReauthentication(next: .delete)
            case .sessionEnded: return redirectToSignIn(next: .delete)
            case .deleted(.byHand): return farewell(.accountDeletedRevokeByHand)
            case .deleted: return farewell(.accountDeleted)
            }
        }
    }
}
