import DeviceScreens

/// The sign-up page.
final class SignUpPage: Page {
    override var title: String { "Sign Up" }
    override var primaryButton: String? { Button.signUp }
    override var isComplete: Bool { has(Field.user, Field.newPassword) }
    override var thanks: String { "Welcome to Motivation." }

    override var elements: [AppElement] {
        [
            field(Field.user, "User Name", "username"),
            field(Field.newPassword, "Password", "new-password", isSecure: true, rules: passwordRules),
            button(Button.signUp, "Create Account"), button(Button.cancel, "Cancel"),
        ]
    }
}
