import DeviceScreens

/// The sign-up page.
final class SignUpPage: Page {
    override var title: String { texts(.signUp) }
    override var primaryButton: String? { Button.signUp }
    override var isComplete: Bool { has(Field.user, Field.newPassword) }
    override var thanks: String { texts(.welcome) }

    override var elements: [AppElement] {
        [
            field(Field.user, .userName, "username"),
            field(Field.newPassword, .password, "new-password", isSecure: true, rules: passwordRules),
            button(Button.signUp, .createAccount), button(Button.cancel, .cancel),
        ]
    }
}
