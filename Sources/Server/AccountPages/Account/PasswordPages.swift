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

    /// Creates a page for changing the password. The page never repeats an entered password.
    package init(
        username: String, passwordRules: PasswordFieldRules, errors: [FormError] = [],
        formToken: FormToken
    ) {
        self.username = username
        self.passwordRules = passwordRules
        self.errors = errors
        self.formToken = formToken
    }

    package var helpers: [LocalPath] { [PagePath.passwordFieldsScript] }

    /// Returns the form, with a link back.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.changePassword, site: site, formToken: formToken, errors: errors, helpers: helpers).document {
            p(.class("lead")) { site.text(.otherDevicesSignOut) }
            FormFrame(action: PagePath.password, formToken: formToken, errors: errors).html {
                HiddenUsername(username).html
                PasswordField(
                    .currentPassword, label: .currentPassword, purpose: .current, isLast: false, isAssisted: true, errors: errors
                ).html(on: site)
                PasswordField(
                    .newPassword, label: .newPassword, purpose: .new(passwordRules), isAssisted: true, errors: errors
                ).html(on: site)
                SubmitButton(site.text(.changePassword)).html
            }
            BackToAccount().html(on: site)
        }
    }
}

/// Sets a password without the current one: the first one of an account, or a new one through the operator's link or in a recovery.
package struct NewPasswordPage: Page, Hashable {
    package enum Purpose: Hashable, Sendable {
        /// For a signed-in user whose account has no password.
        case first
        case link
        case recovery
    }

    package let purpose: Purpose

    /// The account's user name, so that its owner recognizes it and password managers update the right entry; nil if the user must
    /// choose one here.
    package let username: String?

    /// The user name typed before; empty on the first visit.
    package let typedUsername: String

    /// The requirements for the user name.
    package let usernameRules: UsernameFieldRules

    /// The requirements for the password.
    package let passwordRules: PasswordFieldRules

    /// Whether the page leads to a new passkey as the alternative in a recovery.
    package let offersPasskey: Bool

    /// The reasons why the form was rejected; empty on the first visit.
    package let errors: [FormError]

    /// The token that the form sends back.
    package let formToken: FormToken

    /// Creates a page for setting a password. The page never repeats an entered password.
    package init(
        _ purpose: Purpose, username: String?, typedUsername: String = "",
        usernameRules: UsernameFieldRules = UsernameFieldRules(), passwordRules: PasswordFieldRules, offersPasskey: Bool = false,
        errors: [FormError] = [], formToken: FormToken
    ) {
        self.purpose = purpose
        self.username = username
        self.typedUsername = typedUsername
        self.usernameRules = usernameRules
        self.passwordRules = passwordRules
        self.offersPasskey = offersPasskey
        self.errors = errors
        self.formToken = formToken
    }

    package var helpers: [LocalPath] { [PagePath.passwordFieldsScript] }

    package func document(on site: Site) -> HTMLDocument {
        PageFrame(
            isFirst ? .setAPassword : .chooseNewPassword, site: site, formToken: isFirst ? formToken : nil, errors: errors,
            helpers: helpers
        ).document {
            if isFirst {
                p(.class("lead")) { site.text(.setAPasswordLead) }
            } else if let username {
                p(.class("lead")) { site.html(.chooseNewPasswordLead(name: username)) }
            }
            FormFrame(action: action, formToken: formToken, errors: errors).html {
                if let username {
                    HiddenUsername(username).html
                } else {
                    UsernameField(value: typedUsername, rules: usernameRules, errors: errors).html(on: site)
                }
                PasswordField(
                    .newPassword, label: .newPassword, purpose: .new(passwordRules), isAssisted: true, errors: errors
                ).html(on: site)
                SubmitButton(site.text(isFirst ? .setPassword : .setNewPassword)).html
            }
            if offersPasskey {
                p(.class("actions")) {
                    a(.class("button", "quiet"), .href(.local(PagePath.recoveryPasskey))) { site.text(.createPasskeyTitle) }
                }
            }
            if isFirst { BackToAccount().html(on: site) }
        }
    }

    private var isFirst: Bool { purpose == .first }

    private var action: LocalPath {
        switch purpose {
        case .first: PagePath.password
        case .link: PagePath.newPassword
        case .recovery: PagePath.recoveryPassword
        }
    }
}
