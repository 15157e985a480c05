package import Markup

/// Makes an account: a user name and a new password.
package struct SignUpPage: Page, Hashable {
    /// What was typed before, to be shown again; empty on a first visit.
    package let username: String

    /// Why the form was not taken; empty on a first visit.
    package let errors: [FormError]

    /// What the user name may be.
    package let usernameRules: UsernameFieldRules

    /// What the password must be.
    package let passwordRules: PasswordFieldRules

    /// The button that leads to Apple; nil where Sign in with Apple is off.
    package let apple: AppleButton?

    /// The token the form carries back.
    package let formToken: FormToken

    /// A sign-up page. There is no way to give it a password back.
    package init(
        username: String = "", errors: [FormError] = [], usernameRules: UsernameFieldRules = UsernameFieldRules(),
        passwordRules: PasswordFieldRules, apple: AppleButton? = nil, formToken: FormToken
    ) {
        self.apple = apple
        self.username = username
        self.errors = errors
        self.usernameRules = usernameRules
        self.passwordRules = passwordRules
        self.formToken = formToken
    }

    /// The form, with a link for those who have an account.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Create an account", site: site, errors: errors).document {
            FormFrame(action: PagePath.signUp, formToken: formToken, errors: errors).html {
                UsernameField(
                    value: username, hint: "An e-mail address, or a name of at least \(usernameRules.minLength) characters.",
                    rules: usernameRules, errors: errors
                ).html
                PasswordField(.password, label: "Password", purpose: .new(passwordRules), errors: errors).html
                SubmitButton("Create account").html
            }
            if let apple { AppleChoice(button: apple).html }
            p(.class("aside")) {
                "Have an account already? "
                a(.href(.local(PagePath.signIn))) { "Sign in" }
            }
        }
    }
}
