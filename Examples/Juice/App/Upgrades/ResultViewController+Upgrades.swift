import AuthenticationServices
import DeviceScreens
import Foundation

/// A safer account, by the app's own extension: for those who signed in with a password.
extension ResultViewController {
    var upgradeElements: [AppElement] {
        guard signedIn != nil, !userNameLabel.isEmpty else { return [] }
        return [
            .button(AppButton("strong-password", title: "Use a Strong Password")),
            .button(AppButton("switch-to-apple", title: "Use Sign in with Apple")),
        ]
    }

    func upgradeToStrongPassword() {
        upgrade { username, serviceIdentifier, userInfo in
            ASAccountAuthenticationModificationUpgradePasswordToStrongPasswordRequest(
                user: username, serviceIdentifier: serviceIdentifier, userInfo: userInfo)
        }
    }

    func upgradeToSignInWithApple() {
        upgrade { username, serviceIdentifier, userInfo in
            ASAccountAuthenticationModificationReplacePasswordWithSignInWithAppleRequest(
                user: username, serviceIdentifier: serviceIdentifier, userInfo: userInfo)
        }
    }

    private func upgrade(
        _ makeRequest: (String, ASCredentialServiceIdentifier, [AnyHashable: Any]) -> ASAccountAuthenticationModificationRequest
    ) {
        guard let (_, session) = signedIn, let site = view.window?.site else { return }
        failureLabel = ""
        accountLabel = ""
        let serviceIdentifier = ASCredentialServiceIdentifier(identifier: site, type: .domain)
        let userInfo = [UpgradeUserInfo.session: session]
        let requestController = ASAccountAuthenticationModificationController()
        requestController.delegate = self
        requestController.presentationContextProvider = self
        modification = requestController
        requestController.perform(makeRequest(userNameLabel, serviceIdentifier, userInfo))
        changed()
    }
}

/// What app and extension tell each other.
enum UpgradeUserInfo {
    /// The session at the account server, from the app; and its new token, from the extension, where it got one.
    static let session = "com.example.juice.session"
    /// The person's identifier at Apple, from the extension, where the account signs in with Apple now.
    static let appleUser = "com.example.juice.apple-user"
    /// The key of the upgrade, from the extension, where the account has a strong password now.
    static let key = "com.example.juice.upgrade-key"
}

extension ResultViewController: ASAccountAuthenticationModificationControllerDelegate {
    func accountAuthenticationModificationController(
        _ controller: ASAccountAuthenticationModificationController,
        didSuccessfullyComplete request: ASAccountAuthenticationModificationRequest, userInfo: [AnyHashable: Any]?
    ) {
        if let session = userInfo?[UpgradeUserInfo.session] as? String { keep(session) }
        if request is ASAccountAuthenticationModificationReplacePasswordWithSignInWithAppleRequest {
            keep(userName: nil)
            if let user = userInfo?[UpgradeUserInfo.appleUser] as? String {
                try? KeychainItem(service: "com.example.apple-samplecode.juice", account: "userIdentifier").saveItem(user)
                userIdentifierLabel = user
            }
            accountLabel = "Your account signs in with Apple now."
            modification = nil
            changed()
        } else {
            confirmUpgrade(userInfo?[UpgradeUserInfo.key] as? String)
        }
    }

    /// Tells the server that the system has saved the new password. Where the server does not hear it, the former password ends ten minutes after the upgrade.
    private func confirmUpgrade(_ key: String?) {
        Task { @MainActor in
            if let key, let (server, session) = self.signedIn {
                try? await server.confirmPasswordUpgrade(key, by: .session(session))
            }
            self.accountLabel = "Your account has a strong password now."
            self.modification = nil
            self.changed()
        }
    }

    func accountAuthenticationModificationController(
        _ controller: ASAccountAuthenticationModificationController, didFail request: ASAccountAuthenticationModificationRequest,
        error: Error
    ) {
        modification = nil
        // The extension may have shown a second factor before it gave up: the session then goes on under another token.
        session = KeychainItem.session.text
        let error = error as? ASExtensionError
        guard error?.code != .userCanceled else { return changed() }
        tell(error?.userInfo[ASExtensionLocalizedFailureReasonErrorKey] as? String ?? "Your account was not changed.")
    }
}

extension ResultViewController: ASAccountAuthenticationModificationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAccountAuthenticationModificationController) -> ASPresentationAnchor {
        return view.window ?? ASPresentationAnchor()
    }
}
