import AccountPages
import Accounts
import AppleIdentity
import HTTPTypes
import Markup

/// What pages show of Sign in with Apple.
extension AccountWeb {
    /// Nil where the pages do not offer it.
    func appleButton(
        _ kind: AppleButton.Kind, for request: IncomingRequest, to path: LocalPath = PagePath.signInWithApple,
        next: PageDestination? = nil
    ) -> AppleButton? {
        guard apple?.connection.web != nil else { return nil }
        return AppleButton(kind, language: AppleButtonLanguage(accepting: request.headers[.acceptLanguage]), to: path, next: next)
    }

    /// Nil where the pages do not offer it.
    func linkedApple(of active: ActiveSession) async throws -> LinkedApple? {
        guard let apple, apple.connection.web != nil else { return nil }
        let identities = try await apple.service.identities(of: active)
        guard let identity = identities.first(where: { $0.key.team == apple.connection.team }) else { return LinkedApple.none }
        return .linked(
            email: identity.email?.address, isPrivate: identity.email?.isPrivate ?? false,
            isDeliverable: identity.isEmailDeliverable,
            canBeUnlinked: active.account.hasPassword || identities.count > 1)
    }
}
