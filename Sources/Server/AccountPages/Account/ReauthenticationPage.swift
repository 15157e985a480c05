package import Markup

/// Asks somebody signed in for the password once more, before a step that needs it.
package struct ReauthenticationPage: Page, Hashable {
    /// Whose password is asked for, for password managers to find the right one.
    package let username: String

    /// What the password is asked for.
    package let next: PageDestination

    /// Why the form was not taken; empty on a first visit.
    package let errors: [FormError]

    /// Whether the account has a password to ask for.
    package let asksPassword: Bool

    /// The button that leads to Apple; nil where the account has no Apple Account.
    package let apple: AppleButton?

    /// The token the form carries back.
    package let formToken: FormToken

    /// A re-authentication page. There is no way to give it a password back.
    package init(
        username: String, next: PageDestination, errors: [FormError] = [], asksPassword: Bool = true, apple: AppleButton? = nil,
        formToken: FormToken
    ) {
        self.asksPassword = asksPassword
        self.apple = apple
        self.username = username
        self.next = next
        self.errors = errors
        self.formToken = formToken
    }

    /// The form, with a way back.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Confirm it is you", site: site, formToken: formToken, errors: errors).document {
            p(.class("lead")) {
                (asksPassword ? "Enter your password" : "Sign in with Apple once more") + " to go on" + next.aim + "."
            }
            if asksPassword {
                FormFrame(action: PagePath.reauthenticate, formToken: formToken, next: next, errors: errors).html {
                    HiddenUsername(username).html
                    PasswordField(.currentPassword, label: "Password", purpose: .current, errors: errors).html
                    SubmitButton("Continue").html
                }
                if let apple { AppleChoice(button: apple).html }
            } else if let apple {
                p(.class("fields")) { apple.html }
            }
            BackToAccount().html
        }
    }
}

extension PageDestination {
    fileprivate var aim: String {
        switch self {
        case .account, .weakPassword: ""
        case .password: " to your password"
        case .delete: " to the deletion of your account"
        case .secondSteps: " to two-step sign-in"
        case .upgrade: " to a safer way to sign in"
        }
    }
}
