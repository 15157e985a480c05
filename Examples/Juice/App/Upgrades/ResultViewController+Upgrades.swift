import AuthenticationServices
import DeviceScreens
import Foundation

/// Account upgrades by the app's own extension, for users who signed in with a password.
extension ResultViewController {
    var upgradeElements: [AppElement] {
        guard signedIn != nil, !userNameLabel.isEmpty else { return [] }
        return [
            .button(AppButton("strong-password", title: texts(.useStrongPassword))),
            .button(AppButton("switch-to-apple", title: texts(.useSignInWithApple))),
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

/// The keys of the information that app and extension exchange.
enum UpgradeUserInfo {
    /// The session token of the account server: from the app, the current token; from the extension, its replacement if the
    /// server issued one.
    static let session = "com.example.juice.session"
    /// The user's identifier at Apple, from the extension, after the account was converted to Sign in with Apple.
    static let appleUser = "com.example.juice.apple-user"
    /// The key of the upgrade, from the extension, after the account received a strong password.
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
            accountLabel = texts(.usesSignInWithApple)
            modification = nil
            changed()
        } else {
            confirmUpgrade(userInfo?[UpgradeUserInfo.key] as? String)
        }
    }

    /// Confirms to the server that the system saved the new password. Without the confirmation, the former password expires ten
    /// minutes after the upgrade.
    private func confirmUpgrade(_ key: String?) {
        Task { @MainActor in
            if let key, let (server, session) = self.signedIn {
                try? await server.confirmPasswordUpgrade(key, by: .session(session))
            }
            self.accountLabel = self.texts(.usesStrongPassword)
            self.modification = nil
            self.changed()
        }
    }

    func accountAuthenticationModificationController(
        _ controller: ASAccountAuthenticationModificationController, didFail request: ASAccountAuthenticationModificationRequest,
        error: Error
    ) {
        modification = nil
        // The extension may have completed a second factor before it failed, which replaced the session's token.
        session = KeychainItem.session.text
        let error = error as? ASExtensionError
        guard error?.code != .userCanceled else { return changed() }
        tell(error?.userInfo[ASExtensionLocalizedFailureReasonErrorKey] as? String ?? texts(.notChanged))
    }
}

extension ResultViewController: ASAccountAuthenticationModificationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAccountAuthenticationModificationController) -> ASPresentationAnchor {
        return view.window ?? ASPresentationAnchor()
    }
}
