import Foundation
import Glibc
import OpenAuthenticationServices

/// An extension in a process of its own, which does what the user name says.
@main
final class ExtensionHost: ASAccountAuthenticationModificationViewController {
    override func changePasswordWithoutUserInteraction(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]?
    ) {
        switch existingCredential.user {
        case "killed": kill(getpid(), SIGKILL)
        case "ended": exit(0)
        case "nonsense": _ = write(STDOUT_FILENO, "nonsense", 8)
        case "looker": extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
        default: print("what an extension prints disturbs nobody")
        }
        if existingCredential.user != "looker" { complete(existingCredential, newPassword) }
    }

    override func prepareInterfaceToChangePassword(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]?
    ) {}

    override func convertAccountToSignInWithAppleWithoutUserInteraction(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
        userInfo: [AnyHashable: Any]?
    ) {
        extensionContext.getSignInWithAppleUpgradeAuthorization(state: nil, nonce: nil) { credential, error in
            if existingCredential.user == "killed" { kill(getpid(), SIGKILL) }
            if credential == nil {
                self.extensionContext.cancelRequest(withError: error ?? ASExtensionError(.failed))
            } else {
                self.extensionContext.completeUpgradeToSignInWithApple()
            }
        }
    }

    private func complete(_ existing: ASPasswordCredential, _ password: String) {
        extensionContext.completeChangePasswordRequest(
            updatedCredential: ASPasswordCredential(user: existing.user, password: password))
    }
}
