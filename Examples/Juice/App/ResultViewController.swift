import AuthenticationServices
import DeviceScreens
import Foundation

/// The screen of somebody who is signed in. Labels are texts.
class ResultViewController: ViewController {
    var userIdentifierLabel = ""
    var givenNameLabel = ""
    var familyNameLabel = ""
    var emailLabel = ""
    /// Of who signed in with a password.
    var userNameLabel = ""
    /// What the account server said.
    var accountLabel = ""
    /// The session at the account server; empty without one.
    var session = ""
    /// The account server's name for the key of this device; empty where two-factor sign-in is off here.
    var deviceKey = ""
    /// What came of what the person did here.
    var failureLabel = ""
    /// What makes the account safer, and is told what came of it.
    var modification: ASAccountAuthenticationModificationController?

    override var screen: AppScreen {
        let rows = [
            ("User Identifier", userIdentifierLabel), ("Given Name", givenNameLabel), ("Family Name", familyNameLabel),
            ("Email", emailLabel), ("User Name", userNameLabel),
        ]
        let labels = rows.flatMap { name, text -> [AppElement] in
            text.isEmpty ? [] : [.text(AppText(name, style: .caption)), .text(AppText(text))]
        }
        var account: [AppElement] = accountLabel.isEmpty ? [] : [.text(AppText(accountLabel))]
        if !failureLabel.isEmpty { account.append(.text(AppText(failureLabel, style: .error))) }
        return AppScreen(
            title: "Juice",
            elements: labels + account + factorElements + upgradeElements
                + [.button(AppButton("sign-out", title: "Sign Out", style: .destructive))])
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        userIdentifierLabel = KeychainItem.currentUserIdentifier
        userNameLabel = KeychainItem.userName.text
        session = KeychainItem.session.text
        deviceKey = KeychainItem.deviceKey.text
    }

    /// The account server, and the session there; nil without either.
    var signedIn: (server: AccountServerClient, session: String)? {
        guard let server = view.window?.server, !session.isEmpty else { return nil }
        return (server, session)
    }

    private func endSession() {
        if let (server, session) = signedIn { Task { try? await server.signOut(session) } }
        KeychainItem.session.forget()
        KeychainItem.userName.forget()
        session = ""
    }

    /// From now on the session goes on under this token.
    func keep(_ session: String) {
        self.session = session
        try? KeychainItem.session.saveItem(session)
    }

    /// From now on this person is signed in; nil: with Apple.
    func keep(userName: String?) {
        userNameLabel = userName ?? ""
        if let userName { try? KeychainItem.userName.saveItem(userName) } else { KeychainItem.userName.forget() }
    }

    func tell(_ failure: String) {
        failureLabel = failure
        changed()
    }

    override func pressed(_ button: String) {
        switch button {
        case "sign-out": signOutButtonPressed()
        case "two-factor-on": turnOnTwoFactor()
        case "two-factor-off": turnOffTwoFactor()
        case "strong-password": upgradeToStrongPassword()
        case "switch-to-apple": upgradeToSignInWithApple()
        default: break
        }
    }

    /// Juice forgets who it was; Apple does not, so that the next sign-in brings the same identifier.
    func signOutButtonPressed() {
        // For the purpose of this demo app, delete the user identifier that was previously stored in the keychain.
        KeychainItem.deleteUserIdentifierFromKeychain()
        endSession()

        // Clear the user interface.
        userIdentifierLabel = ""
        givenNameLabel = ""
        familyNameLabel = ""
        emailLabel = ""
        userNameLabel = ""
        accountLabel = ""
        failureLabel = ""

        // Display the login controller again.
        DispatchQueue.main.async {
            self.showLoginViewController()
        }
    }
}
