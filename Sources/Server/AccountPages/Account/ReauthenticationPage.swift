package import Markup

/// Reauthenticates a signed-in user before a sensitive operation.
package struct ReauthenticationPage: Page, Hashable {
    /// The user name, so that password managers find the right entry.
    package let username: String

    /// The page to continue with.
    package let next: PageDestination

    /// The reasons why the form was rejected; empty on the first visit.
    package let errors: [FormError]

    /// Whether the account has a password.
    package let asksPassword: Bool

    /// The request for a passkey of the account; nil if it has none.
    package let passkey: PasskeyPrompt?

    /// The button for Sign in with Apple; nil if the account has no Apple Account.
    package let apple: AppleButton?

    /// The token that the form sends back.
    package let formToken: FormToken

    /// Creates a reauthentication page. It cannot contain a password.
    package init(
        username: String, next: PageDestination, errors: [FormError] = [], asksPassword: Bool = true,
        passkey: PasskeyPrompt? = nil, apple: AppleButton? = nil, formToken: FormToken
    ) {
        self.passkey = passkey
        self.asksPassword = asksPassword
        self.apple = apple
        self.username = username
        self.next = next
        self.errors = errors
        self.formToken = formToken
    }

    package var script: LocalPath? { passkey.map { _ in PagePath.passkeysScript } }

    /// The form, with a link back.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Confirm it’s you", site: site, formToken: formToken, errors: errors, script: script).document {
            p(.class("lead")) {
                (asksPassword ? "Enter your password" : passkey == nil ? "Sign in with Apple again" : "Use your passkey")
                    + " to continue" + next.aim + "."
            }
            if asksPassword {
                FormFrame(action: PagePath.reauthenticate, formToken: formToken, next: next, errors: errors).html {
                    HiddenUsername(username).html
                    PasswordField(.currentPassword, label: "Password", purpose: .current, errors: errors).html
                    SubmitButton("Continue").html
                }
                OtherWays(passkey: passkeyForm, apple: apple).html
            } else if let passkeyForm {
                div(.class("fields")) { passkeyForm.html }
                p(.class("notice"), PasskeyForm.hiddenByScript) {
                    "This browser cannot use passkeys, or scripts are turned off. Update the browser or use another one."
                }
                OtherWays(apple: apple).html
            } else if let apple {
                p(.class("fields")) { apple.html }
            }
            BackToAccount().html
        }
    }

    private var passkeyForm: PasskeyForm? {
        passkey.map {
            PasskeyForm(
                label: "Use a passkey", prompt: $0, action: PagePath.reauthenticateWithPasskey, formToken: formToken, next: next,
                isQuiet: asksPassword)
        }
    }
}

extension PageDestination {
    fileprivate var aim: String {
        switch self {
        case .account, .weakPassword: ""
        case .password: " to your password settings"
        case .delete: " to account deletion"
        case .secondSteps: " to two-factor authentication"
        case .upgrade: " to account security"
        case .newPasskey: " to your new passkey"
        }
    }
}
