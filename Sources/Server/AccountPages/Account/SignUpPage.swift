package import Markup

/// Creates an account with a user name and a password.
package struct SignUpPage: Page, Hashable {
    /// The user name typed before; empty on the first visit.
    package let username: String

    /// The reasons why the form was rejected; empty on the first visit.
    package let errors: [FormError]

    /// The requirements for the user name.
    package let usernameRules: UsernameFieldRules

    /// The requirements for the password.
    package let passwordRules: PasswordFieldRules

    /// The button for Sign in with Apple; nil if it is off.
    package let apple: AppleButton?

    /// The token that the form sends back.
    package let formToken: FormToken

    /// Creates a sign-up page. It cannot contain a password.
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

    /// The form, with a link to sign in.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(title: "Create an account", site: site, errors: errors).document {
            FormFrame(action: PagePath.signUp, formToken: formToken, errors: errors).html {
                UsernameField(
                    value: username, hint: "An e-mail address or a name with at least \(usernameRules.minLength) characters.",
                    rules: usernameRules, errors: errors
                ).html
                PasswordField(.password, label: "Password", purpose: .new(passwordRules), errors: errors).html
                SubmitButton("Create account").html
            }
            if let apple { AppleChoice(button: apple).html }
            p(.class("aside")) {
                "Already have an account? "
                a(.href(.local(PagePath.signIn))) { "Sign in" }
            }
        }
    }
}
