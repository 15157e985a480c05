package import Markup

/// Changes the password of whoever is signed in.
package struct ChangePasswordPage: Page, Hashable {
    /// Whose password changes, for password managers to update the right entry.
    package let username: String

    /// What the new password must be.
    package let passwordRules: PasswordFieldRules

    /// Why the form was not taken; empty on a first visit.
    package let errors: [FormError]

    /// The token the form carries back.
    package let formToken: FormToken

    /// A page to change the password. There is no way to give it a password back.
    package init(
        username: String, passwordRules: PasswordFieldRules, errors: [FormError] = [],
        formToken: FormToken
    ) {
        self.username = username
        self.passwordRules = passwordRules
        self.errors = errors
        self.formToken = formToken
    }

    /// The form, with a way back.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Change password", site: site, formToken: formToken, errors: errors).document {
            p(.class("lead")) { "Every other device will be signed out." }
            FormFrame(action: PagePath.password, formToken: formToken, errors: errors).html {
                HiddenUsername(username).html
                PasswordField(.currentPassword, label: "Current password", purpose: .current, isLast: false, errors: errors).html
                PasswordField(.newPassword, label: "New password", purpose: .new(passwordRules), errors: errors).html
                SubmitButton("Change password").html
            }
            BackToAccount().html
        }
    }
}
