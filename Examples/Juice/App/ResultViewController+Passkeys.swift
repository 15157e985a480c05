import AuthenticationServices
import Foundation

/// The silent upgrade to a passkey, and its end elsewhere.
extension ResultViewController {
    /// Creates a passkey without a question, if the device and the server permit it. A failure shows nothing, because the next sign-in
    /// with a saved password tries again.
    func upgradeToPasskey() {
        guard let (server, session) = signedIn else { return }
        let controller = AuthorizationController()
        isCreatingPasskey = true
        Task { @MainActor in
            defer { self.isCreatingPasskey = false }
            guard let options = try? await server.silentPasskeyOptions(session), let request = try? options.request(.conditional)
            else { return }
            guard case .passkeyRegistration(let passkey)? = try? await controller.performRequest(request),
                (try? await server.addSilentPasskey(passkey, session: session)) != nil
            else { return }
            self.accountLabel = self.texts(.passkeyAdded)
            self.changed()
        }
    }

    /// Asks for the passkeys of the account. The signals in the response hide those that the user removed elsewhere. A failure shows
    /// nothing.
    func refreshPasskeys() {
        // A list from before the server added the new passkey would hide it.
        guard let (server, session) = signedIn, !isCreatingPasskey else { return }
        Task { @MainActor in
            _ = try? await server.send("GET", "v1/account/passkeys", session: session)
        }
    }
}
