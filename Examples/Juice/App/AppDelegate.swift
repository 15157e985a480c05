import AuthenticationServices
import Foundation

/// What Juice does when it is launched.
@MainActor
class AppDelegate: NSObject {
    var window: Window?

    private var revocations: NSObjectProtocol?

    /// Asks whether whoever signed in last still lets Juice use their Apple account, and shows the login where they do not.
    func applicationDidFinishLaunching() -> Bool {
        checkCredentialState()
        revocations = NotificationCenter.default.addObserver(
            forName: ASAuthorizationAppleIDProvider.credentialRevokedNotification, object: nil, queue: nil
        ) { [weak self, weak window] _ in
            window?.perform { self?.checkCredentialState() }
        }
        return true
    }

    deinit {
        if let revocations { NotificationCenter.default.removeObserver(revocations) }
    }

    private func checkCredentialState() {
        // Whoever signed in with a password is nothing that Apple knows of.
        guard KeychainItem.userName.text.isEmpty else { return }
        let user = KeychainItem.currentUserIdentifier
        let appleIDProvider = ASAuthorizationAppleIDProvider()
        appleIDProvider.getCredentialState(forUserID: user) { [window] (credentialState, error) in
            switch credentialState {
            case .authorized:
                break  // The Apple ID credential is valid.
            case .revoked, .notFound:
                // The Apple ID credential is either revoked or was not found, so show the sign-in UI.
                window?.perform {
                    // Somebody may have signed in since the question.
                    guard KeychainItem.userName.text.isEmpty, KeychainItem.currentUserIdentifier == user else { return }
                    window?.rootViewController?.showLoginViewController()
                }
            default:
                break
            }
        }
    }
}
