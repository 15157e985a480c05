import Markup

/// Returns a hidden field.
func hiddenField(_ field: PageField, _ value: String) -> HTML {
    input(.type(.hidden), .name(field.rawValue), .value(value))
}

/// Returns a form with a token and a column of fields. If it was rejected, the fields keep what the user entered, and the field at
/// fault has the reason.
///
/// - Parameter row: the hidden field that distinguishes the form from others with the same action.
func fieldsForm(
    _ action: LocalPath, token: FormToken, row: (field: PageField, value: String)? = nil, @HTMLBuilder fields: () -> HTML
) -> HTML {
    var context = PageContext.current
    if let rejected = context.rejected, rejected.belongs(to: action, row: row) { context.form = rejected }
    return PageContext.$current.withValue(context) {
        form(.class("fields"), .method(.post), .action(action)) {
            hiddenField(.formToken, token.value)
            if let row { hiddenField(row.field, row.value) }
            fields()
        }
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

/// Returns a text field with its label and hint, and with the reason if it was rejected. By default a browser does not fill it: the people
/// of an emulator are not its user.
///
/// - Parameter id: the identifier of the element, if several forms of the page have the field.
func textField(
    _ field: PageField, id: String? = nil, label text: String, hint: String? = nil, value: String = "", type: InputType = .text,
    autocomplete: AutocompleteToken? = nil, isRequired: Bool = false, maxLength: Int? = nil
) -> HTML {
    let id = id ?? field.rawValue
    let state = FieldState(field, id: id, hasHint: hint != nil)
    return div(.class("field")) {
        label(.for(id)) { text }
        if let hint { p(.class("hint"), .id(id + "-hint")) { hint } }
        input(
            .type(type), .id(id), .name(field.rawValue), .value(state.value ?? value), .autocapitalizeNone, .spellcheckOff,
            state.description, state.invalid, state.focus, .autocomplete(autocomplete ?? .off), isRequired ? .required : nil,
            maxLength.map { .maxlength($0) })
        state.problem
    }
}

/// Returns a choice of one option from a list, with the reason if it was rejected.
func selectField(_ field: PageField, label text: String, value: String = "", options: [FieldOption]) -> HTML {
    let id = field.rawValue
    let state = FieldState(field, id: id, hasHint: false)
    let chosen = state.value ?? value
    return div(.class("field")) {
        label(.for(id)) { text }
        select(.id(id), .name(id), state.description, state.invalid, state.focus) {
            for choice in options {
                option(.value(choice.value), choice.value == chosen ? .selected : nil) { choice.text }
            }
        }
        state.problem
    }
}

/// An option of a list.
struct FieldOption {
    let value: String
    let text: String

    init(_ value: String, _ text: String) {
        self.value = value
        self.text = text
    }
}

/// The text and error that a field shows after its form was rejected.
struct FieldState {
    /// The value that the user entered; nil if the form was not rejected.
    let value: String?
    let description: HTMLAttribute?
    let invalid: HTMLAttribute?
    let focus: HTMLAttribute?
    /// The reason why the field was rejected.
    let problem: HTML

    init(_ field: PageField, id: String, hasHint: Bool) {
        let rejected = PageContext.current.form
        let reason = rejected?.reason(at: field)
        value = rejected?.value(of: field)
        var descriptions: [String] = []
        if hasHint { descriptions.append(id + "-hint") }
        if reason != nil { descriptions.append(id + "-problem") }
        description = descriptions.isEmpty ? nil : .aria(.describedby, descriptions.joined(separator: " "))
        invalid = reason == nil ? nil : .aria(.invalid, "true")
        focus = reason == nil ? nil : .autofocus
        problem = fieldProblem(reason, id: id)
    }
}

private func fieldProblem(_ reason: String?, id: String) -> HTML {
    guard let reason else { return .empty }
    return p(.class("at-field"), .id(id + "-problem")) { reason }
}

/// Returns the reason why a field was rejected; empty if it was not.
func problem(at field: PageField) -> HTML {
    fieldProblem(PageContext.current.form?.reason(at: field), id: field.rawValue)
}

/// Returns a radio button with an explanation.
func radioChoice(_ field: PageField, value: String, isChosen: Bool, label text: String, detail: String?) -> HTML {
    let isChosen = PageContext.current.form?.value(of: field).map { $0 == value } ?? isChosen
    return label(.class("choice")) {
        input(.type(.radio), .name(field.rawValue), .value(value), isChosen ? .checked : nil)
        span(.class("text")) {
            span { text }
            if let detail { span(.class("detail")) { bdi { detail } } }
        }
    }
}

/// Returns the text of a row: its name, the details below it that are not nil, and further content.
func rowText(_ name: HTML, details: HTML?..., @HTMLBuilder further: () -> HTML = { HTML.empty }) -> HTML {
    div(.class("what")) {
        p(.class("name")) { name }
        for detail in details.compactMap(\.self) { p(.class("detail")) { detail } }
        further()
    }
}

/// Returns a submit button as wide as the form.
func submitButton(_ label: String, look: ButtonLook = .main) -> HTML {
    button(.type(.submit), .class("button \(look.rawValue)")) { label }
}

/// Returns an identifier with a button that copies it. The button needs the console's script, and is hidden without it.
///
/// - Parameters:
///   - id: the identifier of the element, unique on the page.
///   - spoken: completes the label of the button for screen readers.
func copyable(_ text: String, id: String, spoken: String) -> HTML {
    span(.class("copyable")) {
        code(.id(id)) { text }
        copyButton(of: id, spoken: spoken)
    }
}

/// Returns the button that copies the text of an element.
func copyButton(_ text: String = "Copy", of id: String, spoken: String) -> HTML {
    button(.type(.button), .class("button quiet small"), .data("copies", id), .hidden) {
        text
        span(.class("visually-hidden")) { " \(spoken)" }
    }
}

/// Returns the reason for an error in the words for developers, below the words for users.
func developerDetail(_ text: String) -> HTML {
    p(.class("aside"), .lang("en")) {
        strong { "Detail from the emulator: " }
        text
    }
}

/// A form's token against cross-site request forgery: a secret of the browser's session. Descriptions omit it.
struct FormToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret of the browser's session.
    let secret: String
    /// The account whose page has the form; nil for a form that is about no account. The form acts on this account even if the
    /// browser has opened other pages since.
    var person: PersonIdentifier?

    init(value: String, person: PersonIdentifier? = nil) {
        secret = value
        self.person = person
    }

    /// Reads the text of a form's field.
    init(field text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        secret = String(parts.first ?? "")
        person = parts.count == 2 ? PersonIdentifier(rawValue: String(parts[1])) : nil
    }

    /// The text of the form's field.
    var value: String { person.map { "\(secret).\($0)" } ?? secret }

    /// Returns the token for the pages of an account.
    func bound(to person: PersonIdentifier) -> FormToken { FormToken(value: secret, person: person) }

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
    /// Whether the form of the sheet asks for a name or an address. An empty name is not in the form.
    case choices
    case client, team, key, name, kind, domains, url, urls, source, forwards, address, password, change
    case endpoint, value, count, time, seconds
    /// The page that led to the form, to which the browser returns.
    case page
    /// Whether the user confirmed what cannot be undone.
    case confirmed
    /// The words and the result that the log is filtered by.
    case words = "q"
    case status
}
