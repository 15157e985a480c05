import DeviceScreens

/// The page of a signed-in user.
final class WelcomePage: Page {
    private let note: String
    var sentence = ""

    init(note: String = "") {
        self.note = note
    }

    override var title: String { "Motivation" }

    override var elements: [AppElement] {
        let note: [AppElement] = note.isEmpty ? [] : [.text(AppText(note, style: .caption))]
        return note + [
            .text(AppText(sentence, style: .title)),
            button(Button.another, "Another"), button(Button.toCode, "Enter Code"),
            button(Button.toChange, "Change Password"), button(Button.logOut, "Log Out"),
        ]
    }
}
