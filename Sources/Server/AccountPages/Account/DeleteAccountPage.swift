package import Markup

/// Deletes the account of whoever is signed in.
package struct DeleteAccountPage: Page, Hashable {
    /// Which account is deleted.
    package let username: String

    /// Whether the password is asked for; false within the time that a re-authentication holds.
    package let asksCurrentPassword: Bool

    /// Why the form was not taken; empty on a first visit.
    package let errors: [FormError]

    /// The token the form carries back.
    package let formToken: FormToken

    /// A page to delete the account. There is no way to give it a password back.
    package init(username: String, asksCurrentPassword: Bool, errors: [FormError] = [], formToken: FormToken) {
        self.username = username
        self.asksCurrentPassword = asksCurrentPassword
        self.errors = errors
        self.formToken = formToken
    }

    /// What will happen, the form, and a way back.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Delete your account", site: site, formToken: formToken, errors: errors).document {
            div(.class("lead")) {
                p {
                    if username.isEmpty {
                        "Your account will be deleted:"
                    } else {
                        "The account "
                        strong { bdi { username } }
                        " will be deleted:"
                    }
                }
                ul {
                    li { "you are signed out on every device at once," }
                    li { "every way to sign in to it is erased," }
                    li { "nobody can bring it back." }
                }
            }
            FormFrame(action: PagePath.delete, formToken: formToken, errors: errors).html {
                HiddenUsername(username).html
                if asksCurrentPassword {
                    PasswordField(.currentPassword, label: "Password", purpose: .current, errors: errors).html
                }
                SubmitButton("Delete account for good", isDestructive: true).html
            }
            BackToAccount("Keep the account").html
        }
    }
}
