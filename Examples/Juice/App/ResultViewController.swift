import AuthenticationServices
import DeviceScreens
import Foundation

/// The screen of a signed-in user. Each label is a text element.
class ResultViewController: ViewController {
    var userIdentifierLabel = ""
    var givenNameLabel = ""
    var familyNameLabel = ""
    var emailLabel = ""
    /// The user name of a sign-in with a password.
    var userNameLabel = ""
    /// The message of the account server.
    var accountLabel = ""
    /// The token of the session at the account server; empty without a session.
    var session = ""
    /// The account server's identifier of this device's key; empty while two-factor authentication is off for this device.
    var deviceKey = ""
    /// Whether a passkey is created that the server may not know yet.
    var isCreatingPasskey = false
    /// The reason why the user's last action failed.
    var failureLabel = ""
    /// The running account upgrade. It calls this screen as its delegate.
    var modification: ASAccountAuthenticationModificationController?

    override var screen: AppScreen {
        let rows: [(JuiceText, String)] = [
            (.userIdentifier, userIdentifierLabel), (.givenName, givenNameLabel), (.familyName, familyNameLabel),
            (.email, emailLabel), (.userName, userNameLabel),
        ]
        let labels = rows.flatMap { name, text -> [AppElement] in
            text.isEmpty ? [] : [.text(AppText(texts(name), style: .caption)), .text(AppText(text))]
        }
        var account: [AppElement] = accountLabel.isEmpty ? [] : [.text(AppText(accountLabel))]
        if !failureLabel.isEmpty { account.append(.text(AppText(failureLabel, style: .error))) }
        return AppScreen(
            title: "Juice",
            elements: labels + account + factorElements + upgradeElements
                + [.button(AppButton("sign-out", title: texts(.signOut), style: .destructive))])
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        userIdentifierLabel = KeychainItem.currentUserIdentifier
        userNameLabel = KeychainItem.userName.text
        session = KeychainItem.session.text
        deviceKey = KeychainItem.deviceKey.text
    }

    /// The account server and the session token; nil if either is missing.
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

    /// Stores the new token of the session.
    func keep(_ session: String) {
        self.session = session
        try? KeychainItem.session.saveItem(session)
    }

    /// Stores the user name of the signed-in user; nil after Sign in with Apple.
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

    /// Juice forgets the user, and Apple does not: the next sign-in returns the same identifier.
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
