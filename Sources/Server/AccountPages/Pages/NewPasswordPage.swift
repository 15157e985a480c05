package import Markup

/// Sets a new password by a link of the operator.
package struct NewPasswordPage: Page, Hashable {
    /// The account of the link, so that its owner sees which one it is, and for password managers to update the right entry.
    package let username: String

    /// What the new password must be.
    package let passwordRules: PasswordFieldRules

    /// Why the form was not taken; empty on a first visit.
    package let errors: [FormError]

    /// The token the form carries back.
    package let formToken: FormToken

    /// A page to set a new password. There is no way to give it a password back.
    package init(username: String, passwordRules: PasswordFieldRules, errors: [FormError] = [], formToken: FormToken) {
        self.username = username
        self.passwordRules = passwordRules
        self.errors = errors
        self.formToken = formToken
    }

    /// The form.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Choose a new password", site: site, errors: errors).document {
            p(.class("lead")) {
                "For "
                bdi { username }
                ". Every device will be signed out, and you sign in with the new password."
            }
            FormFrame(action: PagePath.newPassword, formToken: formToken, errors: errors).html {
                HiddenUsername(username).html
                PasswordField(.newPassword, label: "New password", purpose: .new(passwordRules), errors: errors).html
                SubmitButton("Set new password").html
            }
        }
    }
}
