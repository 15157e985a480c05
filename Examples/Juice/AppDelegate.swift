import AuthenticationServices
import Foundation

/// What Juice does when it is launched. There is no UIKit here: the window is the app's own.
class AppDelegate: NSObject {
    var window: Window?

    /// Asks whether whoever signed in last still lets Juice use their Apple Account, and shows the login where they do not.
    func applicationDidFinishLaunching() -> Bool {
        let provider = ASAuthorizationAppleIDProvider()
        provider.getCredentialState(forUserID: KeychainItem.currentUserIdentifier) { state, _ in
            switch state {
            case .revoked, .notFound: DispatchQueue.main.async { self.window?.showLoginViewController() }
            default: break
            }
        }
        return true
    }
}
