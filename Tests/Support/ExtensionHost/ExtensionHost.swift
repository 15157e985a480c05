import DeviceScreens
import Foundation
import Glibc
import OpenAuthenticationServices

/// An extension in a separate process, whose behaviour depends on the user name.
@main
final class ExtensionHost: ASAccountAuthenticationModificationViewController, ScreenController {
    var screenChanged: @MainActor @Sendable () -> Void = {}
    private var code = ""
    private var error: String?
    private var complete: (@MainActor () -> Void)?

    /// For the user `looker`, who is asked for a code.
    var screen: AppScreen {
        AppScreen(
            title: "Confirm",
            elements: [
                .field(AppTextField("code", label: "Code", text: code)), .text(AppText(error ?? "", style: .error)),
                .button(AppButton("go", title: "Continue")),
            ])
    }

    func receive(_ event: AppEvent) {
        switch event {
        case .changed("code", let text): code = text
        case .pressed("go") where code == "killed": kill(getpid(), SIGKILL)
        case .pressed("go") where code == "123456": complete?()
        case .pressed("go"):
            // Later, like the response of a server.
            Task {
                error = "That is not the code."
                screenChanged()
            }
        default: break
        }
    }

    override func changePasswordWithoutUserInteraction(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]?
    ) {
        switch existingCredential.user {
        case "killed": kill(getpid(), SIGKILL)
        case "ended": exit(0)
        case "nonsense": _ = write(STDOUT_FILENO, "nonsense", 8)
        case "looker": extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
        default: print("output of an extension is ignored")
        }
        if existingCredential.user != "looker" { complete(existingCredential, newPassword) }
    }

    override func prepareInterfaceToChangePassword(
        for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential, newPassword: String,
        userInfo: [AnyHashable: Any]?
    ) {
        complete = { self.complete(existingCredential, newPassword) }
    }

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
