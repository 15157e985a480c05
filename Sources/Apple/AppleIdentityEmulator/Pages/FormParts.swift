import Markup

/// A field that nobody sees.
func hiddenField(_ field: PageField, _ value: String) -> HTML {
    input(.type(.hidden), .name(field.rawValue), .value(value))
}

/// A form with its token, and fields beneath one another.
func fieldsForm(
    _ action: LocalPath, token: FormToken, _ attributes: HTMLAttribute?..., @HTMLBuilder fields: () -> HTML
) -> HTML {
    form(.class("fields"), .method(.post), .action(action)) {
        hiddenField(.formToken, token.value)
        fields()
    }
}

/// A button that sends a form of its own.
///
/// - Parameter spoken: says more to those who do not see what stands beside the button.
func postButton(
    _ label: String, spoken: String? = nil, action: LocalPath, token: FormToken, look: ButtonLook = .quiet,
    _ values: [(field: PageField, value: String)] = []
) -> HTML {
    form(.method(.post), .action(action)) {
        hiddenField(.formToken, token.value)
        for (field, value) in values { hiddenField(field, value) }
        button(.type(.submit), .class("button \(look.rawValue)")) {
            label
            if let spoken { span(.class("visually-hidden")) { " \(spoken)" } }
        }
    }
}

/// How a button looks.
enum ButtonLook: String {
    case main = ""
    case quiet = "quiet"
    case small = "quiet small"
    case smallDanger = "quiet small danger"
    case danger = "quiet danger"
}

/// A text field with its label and hint.
func textField(
    _ field: PageField, label text: String, hint: String? = nil, value: String = "", type: InputType = .text,
    autocomplete: AutocompleteToken? = nil, isRequired: Bool = false, maxLength: Int? = nil, extra: HTMLAttribute? = nil
) -> HTML {
    div(.class("field")) {
        label(.for(field.rawValue)) { text }
        if let hint { p(.class("hint"), .id(field.rawValue + "-hint")) { hint } }
        input(
            .type(type), .id(field.rawValue), .name(field.rawValue), .value(value), .autocapitalizeNone, .spellcheckOff,
            hint == nil ? nil : .aria(.describedby, field.rawValue + "-hint"), autocomplete.map { .autocomplete($0) },
            isRequired ? .required : nil, maxLength.map { .maxlength($0) }, extra)
    }
}

/// One of several choices, with what it means beneath it.
func radioChoice(_ field: PageField, value: String, isChosen: Bool, label text: String, detail: String?) -> HTML {
    label(.class("choice")) {
        input(.type(.radio), .name(field.rawValue), .value(value), isChosen ? .checked : nil)
        span(.class("text")) {
            span { text }
            if let detail { span(.class("detail")) { bdi { detail } } }
        }
    }
}

/// A submit button across the form.
func submitButton(_ label: String, look: ButtonLook = .main) -> HTML {
    button(.type(.submit), .class("button \(look.rawValue)")) { label }
}

/// Why a form was not taken.
func problemNotice(_ text: String?) -> HTML {
    if let text { p(.class("problem"), .role(.alert)) { text } } else { .empty }
}

/// The token against forged requests that a form carries back: a secret of the browser's session. Prints nothing.
struct FormToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let value: String

    var description: String { "FormToken" }
    var debugDescription: String { "FormToken" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The names of the fields that forms of the emulator's pages send.
enum PageField: String {
    /// Proves that a page of the emulator's made the form.
    case formToken = "form-token"
    /// The sign-in on the sheet.
    case authorization
    case person, email, code
    case givenName = "given-name"
    case familyName = "family-name"
    case emailChoice = "email-choice"
    case client, team, key, name, kind, domains, url, urls, source, forwards, address, password, change
}
