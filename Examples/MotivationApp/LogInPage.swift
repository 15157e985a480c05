import DeviceScreens

/// The login page.
final class LogInPage: Page {
    override var title: String { texts(.logIn) }
    override var primaryButton: String? { Button.logIn }
    override var isComplete: Bool { has(Field.user, Field.password) }

    override var elements: [AppElement] {
        [
            .text(AppText("Motivation", style: .title)),
            field(Field.user, .userName, "username"),
            field(Field.password, .password, "password", isSecure: true),
            button(Button.logIn, .logIn), button(Button.toSignUp, .signUp),
        ]
    }
}
