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
