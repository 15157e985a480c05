import AuthenticationServices
import DeviceScreens
import Foundation

/// The screen of somebody who is signed in. Labels are texts.
class ResultViewController: ViewController {
    var userIdentifierLabel = ""
    var givenNameLabel = ""
    var familyNameLabel = ""
    var emailLabel = ""
    /// What the account server said.
    var accountLabel = ""

    override var screen: AppScreen {
        let rows = [
            ("User Identifier", userIdentifierLabel), ("Given Name", givenNameLabel), ("Family Name", familyNameLabel),
            ("Email", emailLabel),
        ]
        let labels = rows.flatMap { name, text -> [AppElement] in
            text.isEmpty ? [] : [.text(AppText(name, style: .caption)), .text(AppText(text))]
        }
        let account: [AppElement] = accountLabel.isEmpty ? [] : [.text(AppText(accountLabel))]
        return AppScreen(
            title: "Juice",
            elements: labels + account + [.button(AppButton("sign-out", title: "Sign Out", style: .destructive))])
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        userIdentifierLabel = KeychainItem.currentUserIdentifier
    }

    override func pressed(_ button: String) {
        if button == "sign-out" { signOutButtonPressed() }
    }

    /// Juice forgets who it was; Apple does not, so that the next sign-in brings the same identifier.
    func signOutButtonPressed() {
        // For the purpose of this demo app, delete the user identifier that was previously stored in the keychain.
        KeychainItem.deleteUserIdentifierFromKeychain()

        // Clear the user interface.
        userIdentifierLabel = ""
        givenNameLabel = ""
        familyNameLabel = ""
        emailLabel = ""
        accountLabel = ""

        // Display the login controller again.
        DispatchQueue.main.async {
            self.showLoginViewController()
        }
    }
}
