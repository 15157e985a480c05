import InternetAddresses

/// An attribute of an element.
///
/// Only the functions here create attributes. No function creates `style` and event handlers, which a strict
/// Content-Security-Policy forbids. Attributes for addresses accept a `LinkTarget` instead of a string.
package struct HTMLAttribute: Sendable {
    let name: String
    let value: String?

    init(_ name: StaticString, _ value: String?) {
        self.name = "\(name)"
        self.value = value
    }
}

/// Attributes of every element.
extension HTMLAttribute {
    /// `id`.
    package static func id(_ id: String) -> HTMLAttribute { .init("id", id) }

    /// `class`, with one or several names.
    package static func `class`(_ names: String...) -> HTMLAttribute { .init("class", names.joined(separator: " ")) }

    /// `lang`, a BCP 47 tag.
    package static func lang(_ tag: String) -> HTMLAttribute { .init("lang", tag) }

    /// `dir`: the direction of the text.
    package static func dir(_ direction: HTMLDirection) -> HTMLAttribute { .init("dir", direction.rawValue) }

    /// `title`. Many users never see it, so it must not contain essential information.
    package static func title(_ text: String) -> HTMLAttribute { .init("title", text) }

    /// `tabindex`: -1 excludes the element from the tab order, and scripts can still focus it.
    package static func tabindex(_ index: Int) -> HTMLAttribute { .init("tabindex", String(index)) }

    /// `autofocus`: focuses the element when the page opens.
    package static var autofocus: HTMLAttribute { .init("autofocus", nil) }

    /// `hidden`: neither visible nor read by screen readers.
    package static var hidden: HTMLAttribute { .init("hidden", nil) }

    /// `inert`: visible, but without clicks, focus and screen reader access.
    package static var inert: HTMLAttribute { .init("inert", nil) }

    /// `open`: expands a `details`.
    package static var open: HTMLAttribute { .init("open", nil) }

    /// `data-…`, for tests and tools.
    ///
    /// - Parameter name: The name after `data-`: lower-case letters, digits and hyphens.
    package static func data(_ name: StaticString, _ value: String) -> HTMLAttribute { .init(prefix: "data-", name, value) }

    /// `role`.
    package static func role(_ role: HTMLRole) -> HTMLAttribute { .init("role", role.rawValue) }

    /// `aria-…`.
    package static func aria(_ property: HTMLAriaProperty, _ value: String) -> HTMLAttribute {
        .init(checkedName: "aria-" + property.rawValue, value)
    }

    /// `datetime` of a `time`, in a format of the HTML standard, such as `2026-03-01T12:00:00Z`.
    package static func datetime(_ machine: String) -> HTMLAttribute { .init("datetime", machine) }

    private init(prefix: String, _ name: StaticString, _ value: String) {
        let isPlain = "\(name)".utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
        precondition(isPlain, "invalid data attribute name")
        self.init(checkedName: prefix + "\(name)", value)
    }

    private init(checkedName: String, _ value: String) {
        name = checkedName
        self.value = value
    }
}

/// The supported roles, in addition to the elements' implicit roles.
package enum HTMLRole: String, Sendable {
    /// Announced immediately.
    case alert
    /// Announced at the next pause.
    case status
    /// A list whose style makes some screen readers ignore the list semantics.
    case list
    /// A dialog that the user must answer first.
    case dialog
    /// A group with a label.
    case group
    /// A picture that consists of several elements.
    case image = "img"
    /// A switch; `aria-checked` contains its state.
    case `switch`
}

/// The supported ARIA properties.
package enum HTMLAriaProperty: String, Sendable {
    case checked, current, describedby, hidden, invalid, keyshortcuts, label, labelledby, live, modal, pressed
}

/// Attributes of forms and fields.
extension HTMLAttribute {
    /// `method` of a form.
    package static func method(_ method: FormMethod) -> HTMLAttribute { .init("method", method.rawValue) }

    /// `novalidate`: the browser submits the form without validation.
    package static var novalidate: HTMLAttribute { .init("novalidate", nil) }

    /// `type` of an input.
    package static func type(_ type: InputType) -> HTMLAttribute { .init("type", type.rawValue) }

    /// `type` of a button.
    package static func type(_ type: ButtonType) -> HTMLAttribute { .init("type", type.rawValue) }

    /// `for` of a label: the identifier of its field.
    package static func `for`(_ id: String) -> HTMLAttribute { .init("for", id) }

    /// `name` of a field in the submitted form.
    package static func name(_ name: String) -> HTMLAttribute { .init("name", name) }

    /// `value` of a field.
    package static func value(_ value: String) -> HTMLAttribute { .init("value", value) }

    /// `autocomplete` of a field.
    package static func autocomplete(_ token: AutocompleteToken) -> HTMLAttribute { .init("autocomplete", token.rawValue) }

    /// `placeholder`: an example value. It does not replace a label, because it disappears during typing.
    package static func placeholder(_ text: String) -> HTMLAttribute { .init("placeholder", text) }

    /// `passwordrules`: Apple's language of requirements for generated passwords.
    package static func passwordrules(_ rules: String) -> HTMLAttribute { .init("passwordrules", rules) }

    /// `minlength`, in UTF-16 code units.
    package static func minlength(_ count: Int) -> HTMLAttribute { .init("minlength", String(count)) }

    /// `maxlength`, in UTF-16 code units. Some browsers truncate pasted text without notice.
    package static func maxlength(_ count: Int) -> HTMLAttribute { .init("maxlength", String(count)) }

    /// `rows` of a textarea: the number of visible lines.
    package static func rows(_ count: Int) -> HTMLAttribute { .init("rows", String(count)) }

    /// `form` of a button outside its form: the identifier of the form.
    package static func form(_ id: String) -> HTMLAttribute { .init("form", id) }

    /// `inputmode`: the keyboard on a phone.
    package static func inputmode(_ mode: InputMode) -> HTMLAttribute { .init("inputmode", mode.rawValue) }

    /// `enterkeyhint`: the label of the enter key on a phone.
    package static func enterkeyhint(_ hint: EnterKeyHint) -> HTMLAttribute { .init("enterkeyhint", hint.rawValue) }

    /// `autocapitalize="none"`: turns off automatic capitals.
    package static var autocapitalizeNone: HTMLAttribute { .init("autocapitalize", "none") }

    /// `autocorrect="off"`: turns off Safari's autocorrection.
    package static var autocorrectOff: HTMLAttribute { .init("autocorrect", "off") }

    /// `spellcheck="false"`: turns off spell checking, and keeps the text from spelling services.
    package static var spellcheckOff: HTMLAttribute { .init("spellcheck", "false") }

    /// `required`.
    package static var required: HTMLAttribute { .init("required", nil) }

    /// `readonly`.
    package static var readonly: HTMLAttribute { .init("readonly", nil) }

    /// `disabled`.
    package static var disabled: HTMLAttribute { .init("disabled", nil) }

    /// `checked`.
    package static var checked: HTMLAttribute { .init("checked", nil) }

    /// `selected`: the initially selected option.
    package static var selected: HTMLAttribute { .init("selected", nil) }
}

/// A direction of text.
package enum HTMLDirection: String, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
}

/// The method of a form.
package enum FormMethod: String, Sendable {
    case get, post
}

/// The type of an input.
package enum InputType: String, Sendable {
    case checkbox, email, file, hidden, password, radio, search, text, url
}

/// The type of a button.
package enum ButtonType: String, Sendable {
    case submit, reset, button
}

/// The purpose of a field for browsers and password managers (HTML, section "Autofill").
package enum AutocompleteToken: String, Sendable {
    case username
    /// The same, where a passkey can sign in too (WebAuthn, section 5.1.4).
    case usernameOrPasskey = "username webauthn"
    case currentPassword = "current-password"
    case newPassword = "new-password"
    case oneTimeCode = "one-time-code"
    case email
    case givenName = "given-name"
    case familyName = "family-name"
    case off
}

/// The keyboard on a phone.
package enum InputMode: String, Sendable {
    case text, email, numeric, url
}

/// The label of the enter key on a phone.
package enum EnterKeyHint: String, Sendable {
    case done, go, next, search, send
}

/// Attributes with an address. None of them accepts a string.
extension HTMLAttribute {
    /// `href` of a link or a stylesheet.
    package static func href(_ target: LinkTarget) -> HTMLAttribute { .init("href", target.text) }

    /// `href` to an element of the same page.
    ///
    /// - Parameter id: The identifier of the element; reserved characters are percent-encoded.
    package static func href(fragment id: String) -> HTMLAttribute { .init("href", "#" + PercentEncoding.encode(id)) }

    /// `action` of a form: always on our own server, so that no form sends a password elsewhere.
    package static func action(_ path: LocalPath) -> HTMLAttribute { .init("action", path.text) }

    /// `src` of an image.
    package static func src(_ target: LinkTarget) -> HTMLAttribute { .init("src", target.text) }

    /// `alt` of an image; empty for a decorative image.
    package static func alt(_ text: String) -> HTMLAttribute { .init("alt", text) }

    /// `rel`: the relation of the target to this page.
    package static func rel(_ relation: LinkRelation) -> HTMLAttribute { .init("rel", relation.rawValue) }
}

/// The relation of a link's target to the page.
package enum LinkRelation: String, Sendable {
    case icon
    case stylesheet
    /// An external page, which receives no reference to this page.
    case elsewhere = "noopener noreferrer"
}
