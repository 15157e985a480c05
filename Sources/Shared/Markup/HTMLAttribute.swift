import InternetAddresses

/// One attribute of an element.
///
/// Attributes are made by the functions here alone: there are none for `style` or event handlers, which a strict
/// Content-Security-Policy forbids, and those that hold an address take a `LinkTarget` and no string.
package struct HTMLAttribute: Sendable {
    let name: String
    let value: String?

    init(_ name: StaticString, _ value: String?) {
        self.name = "\(name)"
        self.value = value
    }
}

/// Attributes that any element may carry.
extension HTMLAttribute {
    /// `id`.
    package static func id(_ id: String) -> HTMLAttribute { .init("id", id) }

    /// `class`, one or several.
    package static func `class`(_ names: String...) -> HTMLAttribute { .init("class", names.joined(separator: " ")) }

    /// `lang`, a BCP 47 tag.
    package static func lang(_ tag: String) -> HTMLAttribute { .init("lang", tag) }

    /// `title`, which many readers never meet: say nothing there that matters.
    package static func title(_ text: String) -> HTMLAttribute { .init("title", text) }

    /// `tabindex`: -1 can be focused but not reached by tabbing.
    package static func tabindex(_ index: Int) -> HTMLAttribute { .init("tabindex", String(index)) }

    /// `autofocus`: the element that has the focus when the page is opened.
    package static var autofocus: HTMLAttribute { .init("autofocus", nil) }

    /// `hidden`: neither shown nor read out.
    package static var hidden: HTMLAttribute { .init("hidden", nil) }

    /// `inert`: there to be seen, and neither clicked nor focused nor read out.
    package static var inert: HTMLAttribute { .init("inert", nil) }

    /// `open`: a `details` that is not folded away.
    package static var open: HTMLAttribute { .init("open", nil) }

    /// `data-…`, for tests and tools.
    ///
    /// - Parameter name: what follows `data-`: lower-case letters, digits and hyphens.
    package static func data(_ name: StaticString, _ value: String) -> HTMLAttribute { .init(prefix: "data-", name, value) }

    /// `role`.
    package static func role(_ role: HTMLRole) -> HTMLAttribute { .init("role", role.rawValue) }

    /// `aria-…`.
    package static func aria(_ property: HTMLAriaProperty, _ value: String) -> HTMLAttribute {
        .init(checkedName: "aria-" + property.rawValue, value)
    }

    /// `datetime` of a `time`, in one of the formats of the HTML standard, such as `2026-03-01T12:00:00Z`.
    package static func datetime(_ machine: String) -> HTMLAttribute { .init("datetime", machine) }

    private init(prefix: String, _ name: StaticString, _ value: String) {
        let isPlain = "\(name)".utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
        precondition(isPlain, "the name of a data attribute is a constant of ours, in lower case")
        self.init(checkedName: prefix + "\(name)", value)
    }

    private init(checkedName: String, _ value: String) {
        name = checkedName
        self.value = value
    }
}

/// The roles in use, beyond those that elements have by themselves.
package enum HTMLRole: String, Sendable {
    /// Read out at once.
    case alert
    /// Read out when there is a pause.
    case status
    /// A list that its style would make screen readers forget.
    case list
    /// What must be answered before anything else.
    case dialog
    /// A part with a name.
    case group
    /// On or off; `aria-checked` says which.
    case `switch`
}

/// The ARIA properties in use.
package enum HTMLAriaProperty: String, Sendable {
    case checked, current, describedby, hidden, invalid, label, labelledby, live, modal, pressed
}

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

/// Attributes that hold an address. None of them takes a string.
extension HTMLAttribute {
    /// `href` of a link or a stylesheet.
    package static func href(_ target: LinkTarget) -> HTMLAttribute { .init("href", target.text) }

    /// `href` within the page.
    ///
    /// - Parameter id: the id of an element; characters with a meaning in addresses are percent-encoded.
    package static func href(fragment id: String) -> HTMLAttribute { .init("href", "#" + PercentEncoding.encode(id)) }

    /// `action` of a form: always our own server, so that no form sends a password elsewhere.
    package static func action(_ path: LocalPath) -> HTMLAttribute { .init("action", path.text) }

    /// `src` of an image.
    package static func src(_ target: LinkTarget) -> HTMLAttribute { .init("src", target.text) }

    /// `alt` of an image; empty when the image says nothing of its own.
    package static func alt(_ text: String) -> HTMLAttribute { .init("alt", text) }

    /// `rel`, what the target is to this page.
    package static func rel(_ relation: LinkRelation) -> HTMLAttribute { .init("rel", relation.rawValue) }
}

/// What the target of a link is to the page.
package enum LinkRelation: String, Sendable {
    case icon
    case stylesheet
    /// A page elsewhere that learns nothing of this one.
    case elsewhere = "noopener noreferrer"
}
