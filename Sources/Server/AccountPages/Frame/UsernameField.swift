import Markup

/// The field for the user name.
///
/// It is of type `text`, since a name without an `@` is as good as an address, with the keyboard for addresses, which has
/// all that a name needs.
struct UsernameField {
    let value: String
    let hint: String?
    let rules: UsernameFieldRules?
    let errors: [FormError]

    var html: HTML {
        FieldFrame(field: .username, label: "User name or e-mail", hint: hint, errors: errors).html { described, invalid in
            input(
                .type(.text), .id(FormField.username.id), .name(FormField.username.rawValue), value.isEmpty ? nil : .value(value),
                .autocomplete(.username), .inputmode(.email), .enterkeyhint(.next), .autocapitalizeNone, .autocorrectOff,
                .spellcheckOff,
                rules.map { .minlength($0.minLength) }, rules.map { .maxlength($0.maxLength) }, .required, described, invalid)
        }
    }
}

/// The user name in a form that asks only for a password.
///
/// Password managers use it to find and to update the right entry. They pass over fields of type `hidden`, so this is a text
/// field that is drawn nowhere, cannot be reached by tabbing, and is not read out.
struct HiddenUsername {
    let username: String

    init(_ username: String) {
        self.username = username
    }

    var html: HTML {
        input(
            .class("visually-hidden"), .type(.text), .id(FormField.username.id), .name(FormField.username.rawValue),
            .value(username),
            .autocomplete(.username), .readonly, .tabindex(-1), .aria(.hidden, "true"))
    }
}
