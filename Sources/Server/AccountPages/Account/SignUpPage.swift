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

    /// Whether an account can have a passkey instead of a password.
    package let offersPasskeys: Bool

    /// The button for Sign in with Apple; nil if it is off.
    package let apple: AppleButton?

    /// The token that the form sends back.
    package let formToken: FormToken

    /// Creates a sign-up page. The page never repeats an entered password.
    package init(
        username: String = "", errors: [FormError] = [], usernameRules: UsernameFieldRules = UsernameFieldRules(),
        passwordRules: PasswordFieldRules, offersPasskeys: Bool = false, apple: AppleButton? = nil, formToken: FormToken
    ) {
        self.offersPasskeys = offersPasskeys
        self.apple = apple
        self.username = username
        self.errors = errors
        self.usernameRules = usernameRules
        self.passwordRules = passwordRules
        self.formToken = formToken
    }

    package var script: LocalPath? { offersPasskeys ? PagePath.passkeysScript : nil }

    /// Whether the page stores the reader's time zone. It does, because the account page, which shows times, is the next one.
    package var learnsZone: Bool { true }

    package var helpers: [LocalPath] { [PagePath.passwordFieldsScript] }

    /// Returns the form, with a link to sign in.
    package func document(on site: Site) -> HTMLDocument {
        PageFrame(
            .createAnAccount, site: site, errors: errors, script: script, learnsZone: learnsZone, helpers: helpers
        ).document {
            FormFrame(action: PagePath.signUp, formToken: formToken, errors: errors).html {
                UsernameField(value: username, rules: usernameRules, errors: errors).html(on: site)
                if offersPasskeys { passkeyButton(on: site) }
                PasswordField(
                    .password, label: .password, purpose: .new(passwordRules), isAssisted: true, errors: errors
                ).html(on: site)
                SubmitButton(site.text(.createAccount)).html
            }
            if offersPasskeys { passkeyForm }
            AlternativeButtons(apple: apple).html(on: site)
            p(.class("aside")) {
                site.text(.haveAccount) + " "
                a(.href(.local(PagePath.signIn))) { site.text(.signIn) }
            }
        }
    }

    /// Returns the first button. It submits a separate form, so the enter key in a field still submits the password.
    private func passkeyButton(on site: Site) -> HTML {
        div(.class("passkey"), .hidden, PasskeyForm.shownByScript) {
            button(.class("button"), .type(.submit), .form(Self.passkeyFormID)) { site.text(.signUpWithPasskey) }
            p(.class("hint")) { site.text(.passkeyReplacesPassword) }
            p(.class("or")) { span { site.text(.alternative) } }
        }
    }

    private var passkeyForm: HTML {
        form(.id(Self.passkeyFormID), .method(.post), .action(PagePath.signUpWithPasskey), .data("passkey-name", "")) {
            HiddenField(.formToken, formToken.value).html
            HiddenField(.username, "").html
        }
    }

    private static let passkeyFormID = "sign-up-with-passkey"
}
