import AccountPages
import Accounts
import AppleButtons
import AppleIdentity
import HTTPTypes
import Markup

/// What pages show of Sign in with Apple.
extension AccountWeb {
    /// Nil where the pages do not offer it.
    func appleButton(
        _ kind: AppleButtonKind, for request: IncomingRequest, to path: LocalPath = PagePath.signInWithApple,
        next: PageDestination? = nil
    ) -> AppleButton? {
        guard let web = apple?.connection.web else { return nil }
        return AppleButton(
            web.buttonType.kind(on: kind), style: web.buttonStyle,
            language: AppleButtonLanguage(accepting: request.headers[.acceptLanguage]), to: path, next: next)
    }

    /// The rows of the account page; nil where the pages do not offer it.
    func linkedApple(of active: ActiveSession) async throws -> [LinkedApple]? {
        guard let apple, apple.connection.web != nil else { return nil }
        let identities = try await apple.service.identities(of: active)
        let own = identities.filter { $0.key.team == apple.connection.team }
        let linked = own.map { identity in
            LinkedApple.linked(
                id: identity.id.description, email: identity.email?.address, isPrivate: identity.email?.isPrivate ?? false,
                isDeliverable: identity.isEmailDeliverable, canBeUnlinked: active.account.hasPassword || identities.count > 1)
        }
        return own.count < apple.service.identityLimit ? linked + [own.isEmpty ? .none : .another] : linked
    }
}
