import Markup

/// Returns a hidden field.
func hiddenField(_ field: PageField, _ value: String) -> HTML {
    input(.type(.hidden), .name(field.rawValue), .value(value))
}

/// Returns a form with a token and a column of fields.
func fieldsForm(
    _ action: LocalPath, token: FormToken, _ attributes: HTMLAttribute?..., @HTMLBuilder fields: () -> HTML
) -> HTML {
    form(.class("fields"), .method(.post), .action(action)) {
        hiddenField(.formToken, token.value)
        fields()
    }
}

/// Returns a button with its own form.
///
/// - Parameter spoken: what the button acts on, such as a name. It completes the label for screen readers, which do not see the text
///   next to the button.
func postButton(
    _ label: String, spoken: String? = nil, action: LocalPath, token: FormToken, look: ButtonLook = .quiet,
    _ values: [(field: PageField, value: String)] = []
) -> HTML {
    form(.method(.post), .action(action)) {
        hiddenField(.formToken, token.value)
        for (field, value) in values { hiddenField(field, value) }
        button(.type(.submit), .class("button \(look.rawValue)")) {
            label
            if let spoken {
                span(.class("visually-hidden")) {
                    " "
                    bdi { spoken }
                }
            }
        }
    }
}

/// The style of a button.
enum ButtonLook: String {
    case main = ""
    case quiet = "quiet"
    case small = "quiet small"
    case smallDanger = "quiet small danger"
    case danger = "quiet danger"
}

/// Returns a text field with its label and hint. By default a browser does not fill it: the people of an emulator are not its user.
func textField(
    _ field: PageField, label text: String, hint: String? = nil, value: String = "", type: InputType = .text,
    autocomplete: AutocompleteToken? = nil, isRequired: Bool = false, maxLength: Int? = nil, extra: HTMLAttribute? = nil
) -> HTML {
    div(.class("field")) {
        label(.for(field.rawValue)) { text }
        if let hint { p(.class("hint"), .id(field.rawValue + "-hint")) { hint } }
        input(
            .type(type), .id(field.rawValue), .name(field.rawValue), .value(value), .autocapitalizeNone, .spellcheckOff,
            hint == nil ? nil : .aria(.describedby, field.rawValue + "-hint"), .autocomplete(autocomplete ?? .off),
            isRequired ? .required : nil, maxLength.map { .maxlength($0) }, extra)
    }
}

/// Returns a radio button with an explanation.
func radioChoice(_ field: PageField, value: String, isChosen: Bool, label text: String, detail: String?) -> HTML {
    label(.class("choice")) {
        input(.type(.radio), .name(field.rawValue), .value(value), isChosen ? .checked : nil)
        span(.class("text")) {
            span { text }
            if let detail { span(.class("detail")) { bdi { detail } } }
        }
    }
}

/// Returns a submit button as wide as the form.
func submitButton(_ label: String, look: ButtonLook = .main) -> HTML {
    button(.type(.submit), .class("button \(look.rawValue)")) { label }
}

/// Returns the notice with the reason why a form was rejected.
func problemNotice(_ text: String?) -> HTML {
    if let text { p(.class("problem"), .role(.alert)) { text } } else { .empty }
}

/// A form's token against cross-site request forgery: a secret of the browser's session. Descriptions omit it.
struct FormToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let value: String

    var description: String { "FormToken" }
    var debugDescription: String { "FormToken" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The field names in forms of the emulator's pages.
enum PageField: String {
    /// The token that proves that the emulator's page created the form.
    case formToken = "form-token"
    /// The sign-in on the sheet.
    case authorization
    case person, email, code
    case givenName = "given-name"
    case familyName = "family-name"
    case emailChoice = "email-choice"
    case client, team, key, name, kind, domains, url, urls, source, forwards, address, password, change
}
