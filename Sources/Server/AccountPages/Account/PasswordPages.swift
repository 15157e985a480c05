package import Markup

/// Changes the password of the signed-in user.
package struct ChangePasswordPage: Page, Hashable {
    /// The user name, so that password managers update the right entry.
    package let username: String

    /// The requirements for the new password.
    package let passwordRules: PasswordFieldRules

    /// The reasons why the form was rejected; empty on the first visit.
    package let errors: [FormError]

    /// The token that the form sends back.
    package let formToken: FormToken

    /// Creates a page for changing the password. It cannot contain a password.
    package init(
        username: String, passwordRules: PasswordFieldRules, errors: [FormError] = [],
        formToken: FormToken
    ) {
        self.username = username
        self.passwordRules = passwordRules
        self.errors = errors
        self.formToken = formToken
    }

    /// The form, with a link back.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.changePassword, site: site, formToken: formToken, errors: errors).document {
            p(.class("lead")) { site.text(.otherDevicesSignOut) }
            FormFrame(action: PagePath.password, formToken: formToken, errors: errors).html {
                HiddenUsername(username).html
                PasswordField(
                    .currentPassword, label: .currentPassword, purpose: .current, isLast: false, errors: errors
                ).html(on: site)
                PasswordField(.newPassword, label: .newPassword, purpose: .new(passwordRules), errors: errors).html(on: site)
                SubmitButton(site.text(.changePassword)).html
            }
            BackToAccount().html(on: site)
        }
    }
}

/// Sets the first password of an account that signs in with Apple, and a user name if it has none.
package struct SetPasswordPage: Page, Hashable {
    /// The account's user name; nil if the user must choose one here.
    package let username: String?

    /// The user name typed before; empty on the first visit.
    package let typedUsername: String

    /// The requirements for the user name.
    package let usernameRules: UsernameFieldRules

    /// The requirements for the password.
    package let passwordRules: PasswordFieldRules

    /// The reasons why the form was rejected; empty on the first visit.
    package let errors: [FormError]

    /// The token that the form sends back.
    package let formToken: FormToken

    /// Creates a page for setting a password. It cannot contain a password.
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

    /// The form, with a link back.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.setAPassword, site: site, formToken: formToken, errors: errors).document {
            p(.class("lead")) { site.text(.setAPasswordLead) }
            FormFrame(action: PagePath.password, formToken: formToken, errors: errors).html {
                if let username {
                    HiddenUsername(username).html
                } else {
                    UsernameField(value: typedUsername, rules: usernameRules, errors: errors).html(on: site)
                }
                PasswordField(.newPassword, label: .newPassword, purpose: .new(passwordRules), errors: errors).html(on: site)
                SubmitButton(site.text(.setPassword)).html
            }
            BackToAccount().html(on: site)
        }
    }
}

/// Sets a new password through the operator's link, or in a recovery.
package struct NewPasswordPage: Page, Hashable {
    /// The user name of the account, so that its owner recognizes it and password managers update the right entry; nil if it has none.
    package let username: String?

    /// The user name typed before, for an account without one.
    package let typedUsername: String

    /// The requirements for a user name.
    package let usernameRules: UsernameFieldRules

    /// The path that the form is sent to.
    package let action: LocalPath

    /// The requirements for the new password.
    package let passwordRules: PasswordFieldRules

    /// The reasons why the form was rejected; empty on the first visit.
    package let errors: [FormError]

    /// The token that the form sends back.
    package let formToken: FormToken

    /// Creates a page for setting a new password. It cannot contain a password.
    package init(
        username: String?, typedUsername: String = "", usernameRules: UsernameFieldRules = UsernameFieldRules(),
        passwordRules: PasswordFieldRules, action: LocalPath = PagePath.newPassword, errors: [FormError] = [], formToken: FormToken
    ) {
        self.username = username
        self.typedUsername = typedUsername
        self.usernameRules = usernameRules
        self.action = action
        self.passwordRules = passwordRules
        self.errors = errors
        self.formToken = formToken
    }

    /// The form.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.chooseNewPassword, site: site, errors: errors).document {
            if let username { p(.class("lead")) { site.html(.chooseNewPasswordLead(name: username)) } }
            FormFrame(action: action, formToken: formToken, errors: errors).html {
                if let username {
                    HiddenUsername(username).html
                } else {
                    UsernameField(value: typedUsername, rules: usernameRules, errors: errors).html(on: site)
                }
                PasswordField(.newPassword, label: .newPassword, purpose: .new(passwordRules), errors: errors).html(on: site)
                SubmitButton(site.text(.setNewPassword)).html
            }
        }
    }
}
