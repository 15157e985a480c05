import AppTexts
import DeviceScreens

/// The page that changes the password. The user name is in a separate field, so the system knows which account the password
/// belongs to.
final class ChangePasswordPage: Page {
    init(_ texts: AppTexts, user: String) {
        super.init(texts)
        form[Field.user] = user
    }

    override var title: String { texts(.changePassword) }
    override var primaryButton: String? { Button.change }
    override var isComplete: Bool { has(Field.user, Field.password, Field.newPassword) }
    override var thanks: String { texts(.passwordChanged) }

    override var elements: [AppElement] {
        [
            field(Field.user, .userName, "username"),
            field(Field.password, .currentPassword, "password", isSecure: true),
            field(Field.newPassword, .newPassword, "new-password", isSecure: true, rules: passwordRules),
            button(Button.change, .change), button(Button.cancel, .cancel),
        ]
    }
}
