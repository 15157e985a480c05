import AuthenticationServices
import Foundation

/// The screen of somebody who is signed in. Labels are texts.
class ResultViewController: NSObject {
    unowned let window: Window
    var userIdentifierLabel = ""
    var givenNameLabel = ""
    var familyNameLabel = ""
    var emailLabel = ""

    init(window: Window) {
        self.window = window
        super.init()
        userIdentifierLabel = KeychainItem.currentUserIdentifier
    }

    /// Juice forgets who it was; Apple does not, so that the next sign-in brings the same identifier.
    func signOutButtonPressed() {
        KeychainItem.deleteUserIdentifierFromKeychain()
        (userIdentifierLabel, givenNameLabel, familyNameLabel, emailLabel) = ("", "", "", "")
        DispatchQueue.main.async { self.window.showLoginViewController() }
    }
}
