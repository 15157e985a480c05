import AccountPages
import Accounts
import Hummingbird
import Markup
import PersonNames

/// The Apple Accounts that are linked to an account: their rows on the account page, and the forms that unlink one or confirm one that a
/// recovery suspended.
extension AccountWeb {
    /// Returns the rows of the account page; nil if the pages do not offer Sign in with Apple.
    func linkedApple(of active: ActiveSession) async throws -> [LinkedApple]? {
        guard let apple, apple.connection.web != nil else { return nil }
        let identities = try await apple.service.identities(of: active)
        let hasPasskey = try await passkeys?.service.passkeys(of: active).contains { $0.isWayIn && $0.suspendedAt == nil } == true
        let own = identities.filter { $0.key.team == apple.connection.team }
        let linked = own.map { identity in
            LinkedApple.linked(
                id: identity.id.description, email: identity.email?.address, isPrivate: identity.email?.isPrivate ?? false,
                isDeliverable: identity.isEmailDeliverable,
                canBeUnlinked: active.account.hasPassword || hasPasskey
                    || identities.contains { $0.id != identity.id && $0.suspendedAt == nil },
                isSuspended: identity.suspendedAt != nil, name: identity.name?.shown, linked: DisplayTime(identity.linkedAt))
        }
        return own.count < apple.service.identityLimit ? linked + [own.isEmpty ? .none : .another] : linked
    }

    /// Asks first: without its Apple Account, a user can lose the way to sign in that they use.
    func showUnlinking(_ apple: AppleCeremonies) -> Route {
        pageRoute("/account/apple/{id}/unlink", next: .account) { visit, active in
            let id = AppleIdentityID(try visit.request.parameters.required("id"))
            let identities = try await apple.service.identities(of: active)
            guard let identity = identities.first(where: { $0.id == id && $0.key.team == apple.connection.team }) else {
                return redirect(to: PagePath.account.text)
            }
            guard service.isRecentlyAuthenticated(active, now: now()) else { return redirectToReauthentication(next: .account) }
            let page = UnlinkApplePage(
                id: identity.id.description, name: identity.name?.shown, email: identity.email?.address,
                isPrivate: identity.email?.isPrivate ?? false, linked: DisplayTime(identity.linkedAt),
                formToken: formToken(for: visit))
            return show(page, to: visit)
        }
    }

    func submitUnlinking(_ apple: AppleCeremonies) -> Route {
        formRoute("/account/apple/{id}/unlink", next: .account) { visit, _, active in
            // An identity that is no longer linked is the desired result.
            guard let id = AppleIdentityID(try visit.request.parameters.required("id")) else {
                return redirect(to: PagePath.account.text)
            }
            let team = apple.connection.team
            switch try await apple.service.unlink(id, of: team, from: active, client: visit.request.browser(), now: now()) {
            case .unlinked(let notice, let endedPresentSession):
                if endedPresentSession { return farewell(.signedOut) }
                return redirect(to: accountPath(notice == .byHand ? .appleUnlinkedByHand : .appleUnlinked))
            case .notLinked, .ambiguous: return redirect(to: PagePath.account.text)
            case .lastCredential: return redirect(to: accountPath(.lastCredential))
            case .reauthenticationRequired: return redirectToReauthentication(next: .account)
            case .sessionEnded: return redirectToSignIn(next: .account)
            }
        }
    }

    var submitAppleConfirmation: Route {
        formRoute("/account/apple/{id}/confirm", next: .account) { visit, _, active in
            let id = AppleIdentityID(try visit.request.parameters.required("id"))
            return try await confirm(id.map(SuspendedCredential.appleIdentity), for: visit, active)
        }
    }

    /// Confirms a suspended credential.
    ///
    /// - Parameter credential: nil for a malformed identifier.
    func confirm(_ credential: SuspendedCredential?, for visit: Visit, _ active: ActiveSession) async throws -> Response {
        guard let credential else { return redirect(to: PagePath.account.text) }
        switch try await service.confirm(credential, of: active, client: visit.request.browser(), now: now()) {
        case .confirmed: return redirect(to: accountPath(.credentialConfirmed))
        case .missing: return redirect(to: PagePath.account.text)
        case .reauthenticationRequired: return redirectToReauthentication(next: .account)
        case .sessionEnded: return redirectToSignIn(next: .account)
        }
    }
}

extension Accounts.PersonName {
    fileprivate var shown: String { FullName(given: given, family: family).text }
}
