import DeviceScreens

/// The page that changes the password. The user name is in a separate field, so the system knows which account the password
/// belongs to.
final class ChangePasswordPage: Page {
    init(user: String) {
        super.init()
        form[Field.user] = user
    }

    override var title: String { "Change Password" }
    override var primaryButton: String? { Button.change }
    override var isComplete: Bool { has(Field.user, Field.password, Field.newPassword) }
    override var thanks: String { "Your password was changed." }

    override var elements: [AppElement] {
        [
            field(Field.user, "User Name", "username"),
            field(Field.password, "Current Password", "password", isSecure: true),
            field(Field.newPassword, "New Password", "new-password", isSecure: true, rules: passwordRules),
            button(Button.change, "Change"), button(Button.cancel, "Cancel"),
        ]
    }
}
