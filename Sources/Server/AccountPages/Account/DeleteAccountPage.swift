package import Markup

/// Deletes the account of the signed-in user.
package struct DeleteAccountPage: Page, Hashable {
    /// The user name of the account.
    package let username: String

    /// Whether the form requires the password; false with recent authentication.
    package let asksCurrentPassword: Bool

    /// The reasons why the form was rejected; empty on the first visit.
    package let errors: [FormError]

    /// The token that the form sends back.
    package let formToken: FormToken

    /// Creates a page for deleting the account. The page never repeats an entered password.
    package init(username: String, asksCurrentPassword: Bool, errors: [FormError] = [], formToken: FormToken) {
        self.username = username
        self.asksCurrentPassword = asksCurrentPassword
        self.errors = errors
        self.formToken = formToken
    }

    /// Returns the consequences, the form, and a link back.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(.deleteYourAccount, site: site, formToken: formToken, errors: errors).document {
            div(.class("lead")) {
                p {
                    if username.isEmpty {
                        site.text(.deleteLead)
                    } else {
                        site.html(.deleteNamedLead(name: username)) { name in strong { name } }
                    }
                }
                ul {
                    li { site.text(.deleteSignsOut) }
                    li { site.text(.deleteCredentials) }
                    li { site.text(.deleteFinal) }
                }
            }
            FormFrame(action: PagePath.delete, formToken: formToken, errors: errors).html {
                HiddenUsername(username).html
                if asksCurrentPassword {
                    PasswordField(.currentPassword, label: .password, purpose: .current, errors: errors).html(on: site)
                }
                SubmitButton(site.text(.deleteAccount), isDestructive: true).html
            }
            BackToAccount(.cancel).html(on: site)
        }
    }
}
