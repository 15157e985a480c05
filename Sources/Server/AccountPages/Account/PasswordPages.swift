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

/// Gives an account that signs in with Apple its first password, and a user name if it has none.
package struct SetPasswordPage: Page, Hashable {
    /// The user name that the account has; nil where it is to be chosen here.
    package let username: String?

    /// What was typed before for a user name; empty on a first visit.
    package let typedUsername: String

    /// What the user name may be.
    package let usernameRules: UsernameFieldRules

    /// What the password must be.
    package let passwordRules: PasswordFieldRules

    /// Why the form was not taken; empty on a first visit.
    package let errors: [FormError]

    /// The token the form carries back.
    package let formToken: FormToken

    /// A page to set a password. There is no way to give it one back.
    package init(
        username: String?, typedUsername: String = "", usernameRules: UsernameFieldRules = UsernameFieldRules(),
        passwordRules: PasswordFieldRules, errors: [FormError] = [], formToken: FormToken
    ) {
        self.username = username
        self.typedUsername = typedUsername
        self.usernameRules = usernameRules
        self.passwordRules = passwordRules
        self.errors = errors
        self.formToken = formToken
    }

    /// The form, with a way back.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Set a password", site: site, formToken: formToken, errors: errors).document {
            p(.class("lead")) { "You can then sign in with it as well as with Apple." }
            FormFrame(action: PagePath.password, formToken: formToken, errors: errors).html {
                if let username {
                    HiddenUsername(username).html
                } else {
                    UsernameField(
                        value: typedUsername,
                        hint: "An e-mail address, or a name of at least \(usernameRules.minLength) characters.",
                        rules: usernameRules, errors: errors
                    ).html
                }
                PasswordField(.newPassword, label: "New password", purpose: .new(passwordRules), errors: errors).html
                SubmitButton("Set password").html
            }
            BackToAccount().html
        }
    }
}

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
