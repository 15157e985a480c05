import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import Markup

extension AccountWeb {
    var showAccount: Route {
        Route(.get, PagePath.account.text) { request in
            let visit = try await visit(request)
            guard let active = visit.active else { return redirectToSignIn(next: .account) }
            let sessions = try await service.sessions(of: active, now: now())
            let events = try await service.events(of: active, before: nil, limit: Self.eventsShown)
            let page = AccountPage(
                username: active.account.userName?.text, hasPassword: active.account.hasPassword,
                apple: try await linkedApple(of: active), hasSecondStep: active.account.hasSecondFactor,
                sessions: sessions.map { AccountSession($0, current: active.session.id) },
                events: events.map(AccountEvent.init), notice: request.notice,
                review: request.notice == .passwordChanged ? try await secondStepsPage(for: visit, active) : nil,
                formToken: formToken(for: visit))
            return show(page, to: visit)
        }
    }

    var submitRevocation: Route {
        Route(.post, "/account/sessions/{id}/revoke") { request in
            let (visit, _) = try await change(request, of: [])
            guard let active = visit.active else { return redirectToSignIn(next: .account) }
            // One that is already gone is what the person wanted.
            if let id = SessionID(try request.parameters.required("id")),
                case .reauthenticationRequired = try await service.revoke(id, by: active, client: request.browser(), now: now())
            {
                return redirectToReauthentication(next: .account)
            }
            return redirect(to: accountPath(.sessionRevoked))
        }
    }

    var submitRevocationOfOthers: Route {
        Route(.post, PagePath.revokeOtherSessions.text) { request in
            let (visit, _) = try await change(request, of: [])
            guard let active = visit.active else { return redirectToSignIn(next: .account) }
            switch try await service.revokeOthers(by: active, client: request.browser(), now: now()) {
            case .ended: return redirect(to: accountPath(.otherSessionsRevoked))
            case .reauthenticationRequired: return redirectToReauthentication(next: .account)
            }
        }
    }

    func accountPath(_ notice: AccountPage.Notice) -> String {
        "\(PagePath.account.text)?notice=\(notice.rawValue)"
    }

    private static let eventsShown = 20
}

extension IncomingRequest {
    /// What has just been done, from a closed set: the query cannot put words into the page.
    fileprivate var notice: AccountPage.Notice? { query["notice"].flatMap(AccountPage.Notice.init(rawValue:)) }
}
