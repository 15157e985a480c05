import AppTexts
import DeviceScreens

/// The page of a signed-in user.
final class WelcomePage: Page {
    private let note: String
    var sentence = ""

    init(_ texts: AppTexts, note: String = "") {
        self.note = note
        super.init(texts)
    }

    override var title: String { "Motivation" }

    override var elements: [AppElement] {
        let note: [AppElement] = note.isEmpty ? [] : [.text(AppText(note, style: .caption))]
        return note + [
            .text(AppText(sentence, style: .title)),
            button(Button.another, .another), button(Button.toCode, .enterCode),
            button(Button.toChange, .changePassword), button(Button.logOut, .logOut),
        ]
    }
}
