/// Attributes of forms and fields.
extension HTMLAttribute {
    /// `method` of a form.
    package static func method(_ method: FormMethod) -> HTMLAttribute { .init("method", method.rawValue) }

    /// `novalidate`: the browser sends the form unchecked.
    package static var novalidate: HTMLAttribute { .init("novalidate", nil) }

    /// `type` of an input.
    package static func type(_ type: InputType) -> HTMLAttribute { .init("type", type.rawValue) }

    /// `type` of a button.
    package static func type(_ type: ButtonType) -> HTMLAttribute { .init("type", type.rawValue) }

    /// `for` of a label: the id of its field.
    package static func `for`(_ id: String) -> HTMLAttribute { .init("for", id) }

    /// `name` of a field, as the form sends it.
    package static func name(_ name: String) -> HTMLAttribute { .init("name", name) }

    /// `value` of a field.
    package static func value(_ value: String) -> HTMLAttribute { .init("value", value) }

    /// `autocomplete` of a field.
    package static func autocomplete(_ token: AutocompleteToken) -> HTMLAttribute { .init("autocomplete", token.rawValue) }

    /// `placeholder`: an example of what a field takes; it is no label, as it goes when somebody types.
    package static func placeholder(_ text: String) -> HTMLAttribute { .init("placeholder", text) }

    /// `passwordrules`, Apple's language for what a generated password must look like.
    package static func passwordrules(_ rules: String) -> HTMLAttribute { .init("passwordrules", rules) }

    /// `minlength`, in UTF-16 code units.
    package static func minlength(_ count: Int) -> HTMLAttribute { .init("minlength", String(count)) }

    /// `maxlength`, in UTF-16 code units. Some browsers cut pasted text off there without a word.
    package static func maxlength(_ count: Int) -> HTMLAttribute { .init("maxlength", String(count)) }

    /// `rows` of a textarea: how many lines are shown.
    package static func rows(_ count: Int) -> HTMLAttribute { .init("rows", String(count)) }

    /// `form` of a button that stands outside of its form: the id of the form.
    package static func form(_ id: String) -> HTMLAttribute { .init("form", id) }

    /// `inputmode`: which keyboard a phone shows.
    package static func inputmode(_ mode: InputMode) -> HTMLAttribute { .init("inputmode", mode.rawValue) }

    /// `enterkeyhint`: what the enter key of a phone's keyboard says.
    package static func enterkeyhint(_ hint: EnterKeyHint) -> HTMLAttribute { .init("enterkeyhint", hint.rawValue) }

    /// `autocapitalize="none"`: a phone does not begin with a capital.
    package static var autocapitalizeNone: HTMLAttribute { .init("autocapitalize", "none") }

    /// `autocorrect="off"`: Safari does not change what was typed.
    package static var autocorrectOff: HTMLAttribute { .init("autocorrect", "off") }

    /// `spellcheck="false"`: the text is not sent to a spelling service, nor underlined.
    package static var spellcheckOff: HTMLAttribute { .init("spellcheck", "false") }

    /// `required`.
    package static var required: HTMLAttribute { .init("required", nil) }

    /// `readonly`.
    package static var readonly: HTMLAttribute { .init("readonly", nil) }

    /// `disabled`.
    package static var disabled: HTMLAttribute { .init("disabled", nil) }

    /// `checked`.
    package static var checked: HTMLAttribute { .init("checked", nil) }

    /// `selected`: the option that stands until somebody chooses another.
    package static var selected: HTMLAttribute { .init("selected", nil) }
}

/// How a form is sent.
package enum FormMethod: String, Sendable {
    case get, post
}

/// What an input takes.
package enum InputType: String, Sendable {
    case checkbox, email, hidden, password, radio, search, text, url
}

/// What a button does.
package enum ButtonType: String, Sendable {
    case submit, reset, button
}

/// What a field is for, as browsers and password managers understand it (HTML, section "Autofill").
package enum AutocompleteToken: String, Sendable {
    case username
    case currentPassword = "current-password"
    case newPassword = "new-password"
    case oneTimeCode = "one-time-code"
    case email
    case givenName = "given-name"
    case familyName = "family-name"
    case off
}

/// Which keyboard a phone shows.
package enum InputMode: String, Sendable {
    case text, email, numeric, url
}

/// What the enter key of a phone's keyboard says.
package enum EnterKeyHint: String, Sendable {
    case done, go, next, search, send
}
