import AuthenticationServices
import Foundation

/// The silent upgrade to a passkey.
extension ResultViewController {
    /// Creates a passkey without a question, if the device and the server permit it. A failure shows nothing, because the next sign-in
    /// with a saved password tries again.
    func upgradeToPasskey() {
        guard let (server, session) = signedIn else { return }
        let controller = AuthorizationController()
        Task { @MainActor in
            guard let options = try? await server.silentPasskeyOptions(session),
                let challenge = Data(base64URLEncoded: options.challenge), let user = Data(base64URLEncoded: options.user.id)
            else { return }
            let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: options.rp.id)
            let request = provider.createCredentialRegistrationRequest(
                challenge: challenge, name: options.user.name, userID: user, requestStyle: .conditional)
            request.excludedCredentials = (options.excludeCredentials ?? []).compactMap { descriptor in
                Data(base64URLEncoded: descriptor.id).map(ASAuthorizationPlatformPublicKeyCredentialDescriptor.init)
            }
            guard case .passkeyRegistration(let passkey)? = try? await controller.performRequest(request),
                (try? await server.addSilentPasskey(passkey, session: session)) != nil
            else { return }
            self.accountLabel = self.texts(.passkeyAdded)
            self.changed()
        }
    }
}
