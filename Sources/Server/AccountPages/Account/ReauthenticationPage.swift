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

    /// The button for Sign in with Apple; nil if the account has no Apple Account.
    package let apple: AppleButton?

    /// The token that the form sends back.
    package let formToken: FormToken

    /// Creates a reauthentication page. It cannot contain a password.
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

    /// The form, with a link back.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Confirm it’s you", site: site, formToken: formToken, errors: errors).document {
            p(.class("lead")) {
                (asksPassword ? "Enter your password" : "Sign in with Apple again") + " to continue" + next.aim + "."
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
        case .password: " to your password settings"
        case .delete: " to account deletion"
        case .secondSteps: " to two-factor authentication"
        case .upgrade: " to account security"
        }
    }
}
