import AuthenticationServices
import Foundation

/// The application delegate: checks the Apple Account at launch, and when the account's credential is revoked; and asks for the
/// account's passkeys at launch and when the user returns.
@MainActor
class AppDelegate: NSObject {
    var window: Window?

    private var revocations: NSObjectProtocol?

    /// Checks whether Juice may still use the Apple Account of the last sign-in, and shows the login screen if it may not.
    func applicationDidFinishLaunching() -> Bool {
        checkCredentialState()
        refreshPasskeys()
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

    func applicationWillEnterForeground() {
        refreshPasskeys()
    }

    private func refreshPasskeys() {
        (window?.rootViewController as? ResultViewController)?.refreshPasskeys()
    }

    private func checkCredentialState() {
        // Apple has no credential state for an account that signed in with a password.
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
                    // The user may have signed in since the check started.
                    guard KeychainItem.userName.text.isEmpty, KeychainItem.currentUserIdentifier == user else { return }
                    window?.rootViewController?.showLoginViewController()
                }
            default:
                break
            }
        }
    }
}
