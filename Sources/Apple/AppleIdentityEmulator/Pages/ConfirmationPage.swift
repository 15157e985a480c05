import Markup
import Texts

/// A page that asks before an operation that cannot be undone. Its button sends the same form again, with
/// `confirmed`.
struct ConfirmationPage {
    let question: Question
    /// The fields of the form.
    let form: FormValues
    let action: LocalPath
    /// The page that the user returns to instead.
    let back: LocalPath
    let formToken: FormToken

    var document: HTMLDocument {
        PageFrame(title: question.title, reader: question.reader).document {
            h1 { question.heading }
            p(.class("lead")) { question.text }
            fieldsForm(action, token: formToken) {
                for (field, value) in keptFields { hiddenField(field, value) }
                hiddenField(.confirmed, "yes")
                submitButton(question.button, look: .danger)
            }
            p(.class("aside")) { a(.class("button quiet"), .href(.local(back))) { question.reader.text(.cancel) } }
        }
    }

    private var keptFields: [(PageField, String)] {
        form.fields.compactMap { entry in
            guard let field = PageField(rawValue: entry.name), field != .formToken, field != .confirmed else { return nil }
            return (field, entry.value)
        }
    }
}

/// A question before an operation that cannot be undone.
struct Question: Sendable {
    let title: String
    let heading: HTML
    /// The effect of the operation.
    let text: String
    /// The label of the button that confirms.
    let button: String
    let reader: ReaderFormat

    /// Creates a question to a developer, in English.
    init(_ title: String, _ text: String, button: String) {
        self.title = title
        heading = HTML(title)
        self.text = text
        self.button = button
        reader = .english
    }

    /// Creates a question to the user of an account.
    init(_ title: EmulatorMessage, _ text: EmulatorText, button: EmulatorText, reader: ReaderFormat) {
        self.title = reader.text(title)
        heading = reader.html(title)
        self.text = reader.text(text)
        self.button = reader.text(button)
        self.reader = reader
    }
}
