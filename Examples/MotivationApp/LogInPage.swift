import DeviceScreens

/// The login page.
final class LogInPage: Page {
    override var title: String { "Log In" }
    override var primaryButton: String? { Button.logIn }
    override var isComplete: Bool { has(Field.user, Field.password) }

    override var elements: [AppElement] {
        [
            .text(AppText("Motivation", style: .title)),
            field(Field.user, "User Name", "username"),
            field(Field.password, "Password", "password", isSecure: true),
            button(Button.logIn, "Log In"), button(Button.toSignUp, "Sign Up"),
        ]
    }
}
