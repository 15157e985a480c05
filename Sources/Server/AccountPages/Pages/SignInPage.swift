package import Markup

/// Signs in with a user name and a password.
package struct SignInPage: Page, Hashable {
    /// What was typed before, to be shown again; empty on a first visit.
    package let username: String

    /// Why the form was not taken; empty on a first visit.
    package let errors: [FormError]

    /// Where to go afterwards; nil for the account page.
    package let next: PageDestination?

    /// The token the form carries back.
    package let formToken: FormToken

    /// A sign-in page. There is no way to give it a password back.
    package init(username: String = "", errors: [FormError] = [], next: PageDestination? = nil, formToken: FormToken) {
        self.username = username
        self.errors = errors
        self.next = next
        self.formToken = formToken
    }

    /// The form, with a link for those who have no account.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Sign in", site: site, errors: errors).document {
            FormFrame(action: PagePath.signIn, formToken: formToken, next: next, errors: errors).html {
                UsernameField(value: username, hint: nil, rules: nil, errors: errors).html
                PasswordField(.password, label: "Password", purpose: .current, errors: errors).html
                SubmitButton("Sign in").html
            }
            p(.class("aside")) {
                "New here? "
                a(.href(.local(PagePath.signUp))) { "Create an account" }
            }
        }
    }
}
