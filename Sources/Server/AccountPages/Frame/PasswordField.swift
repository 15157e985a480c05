import Markup

/// A field for a password. It has no value: what was typed is never sent back into a page.
struct PasswordField {
    enum Purpose {
        /// The password in use. It has no length limits: one from elsewhere may be shorter, and a browser that cuts it would make
        /// it a wrong one.
        case current
        /// A password to be chosen, by hand or by a password manager.
        case new(PasswordFieldRules)
    }

    let field: FormField
    let label: String
    let purpose: Purpose
    let isLast: Bool
    let errors: [FormError]

    init(_ field: FormField, label: String, purpose: Purpose, isLast: Bool = true, errors: [FormError]) {
        self.field = field
        self.label = label
        self.purpose = purpose
        self.isLast = isLast
        self.errors = errors
    }

    var html: HTML {
        FieldFrame(field: field, label: label, hint: hint, errors: errors).html { described, invalid in
            input(
                .type(.password), .id(field.id), .name(field.rawValue),
                .autocomplete(rules == nil ? .currentPassword : .newPassword), rules.map { .passwordrules($0.passwordRules) },
                rules.map { .minlength($0.minLength) }, rules?.maxLength.map { .maxlength($0) },
                .enterkeyhint(isLast ? .go : .next), .autocapitalizeNone, .autocorrectOff, .spellcheckOff, .required, described,
                invalid)
        }
    }

    private var rules: PasswordFieldRules? {
        if case .new(let rules) = purpose { rules } else { nil }
    }

    private var hint: String? {
        rules.map {
            "At least \($0.minLength) characters. Let your device make one up, or take several words that do not belong together."
        }
    }
}

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

/// What browsers and password managers are told about a new password.
package struct PasswordFieldRules: Sendable, Hashable {
    /// The fewest characters taken.
    package let minLength: Int

    /// The most characters taken; nil leaves `maxlength` out.
    ///
    /// Browsers count UTF-16 units, never fewer than Unicode scalars, and some cut a pasted text at this length without a word.
    /// Give it only where it lies far above what people paste.
    package let maxLength: Int?

    /// The rules in Apple's `passwordrules` language.
    package let passwordRules: String

    /// Rules for a new password.
    package init(minLength: Int, maxLength: Int?, passwordRules: String) {
        self.minLength = minLength
        self.maxLength = maxLength
        self.passwordRules = passwordRules
    }
}

/// What browsers are told about a new user name.
package struct UsernameFieldRules: Sendable, Hashable {
    /// The fewest characters taken.
    package let minLength: Int

    /// The most characters taken.
    package let maxLength: Int

    /// Rules for a new user name; by default 3 characters, and as many as an e-mail address has (RFC 5321, 254).
    package init(minLength: Int = 3, maxLength: Int = 254) {
        self.minLength = minLength
        self.maxLength = maxLength
    }
}
