package import Markup

/// Asks somebody signed in for the password once more, before a step that needs it.
package struct ReauthenticationPage: Page, Hashable {
    /// Whose password is asked for, for password managers to find the right one.
    package let username: String

    /// What the password is asked for.
    package let next: PageDestination

    /// Why the form was not taken; empty on a first visit.
    package let errors: [FormError]

    /// The token the form carries back.
    package let formToken: FormToken

    /// A re-authentication page. There is no way to give it a password back.
    package init(username: String, next: PageDestination, errors: [FormError] = [], formToken: FormToken) {
        self.username = username
        self.next = next
        self.errors = errors
        self.formToken = formToken
    }

    /// The form, with a way back.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Confirm it is you", site: site, errors: errors).document {
            p(.class("lead")) {
                switch next {
                case .account: "Enter your password to go on."
                case .password: "Enter your password to go on and change it."
                case .delete: "Enter your password to go on to the deletion of your account."
                }
            }
            FormFrame(action: PagePath.reauthenticate, formToken: formToken, next: next, errors: errors).html {
                HiddenUsername(username).html
                PasswordField(.currentPassword, label: "Password", purpose: .current, errors: errors).html
                SubmitButton("Continue").html
            }
            BackToAccount().html
        }
    }
}
