import Markup

/// The field for a one-time code. Devices offer the code of a message or of their own generator at it; it is never filled by us.
struct CodeField {
    enum Kind {
        /// Six digits.
        case generated
        /// Letters, digits and hyphens.
        case recovery
    }

    let kind: Kind
    let label: String
    let hint: String
    let errors: [FormError]

    var html: HTML {
        FieldFrame(field: .code, label: label, hint: hint, errors: errors).html { described, invalid in
            input(
                .type(.text), .id(FormField.code.id), .name(FormField.code.rawValue),
                // A recovery code is none that a device could offer.
                .autocomplete(kind == .generated ? .oneTimeCode : .off), .inputmode(kind == .generated ? .numeric : .text),
                .enterkeyhint(.go), .autocapitalizeNone, .autocorrectOff, .spellcheckOff, .required, .autofocus, described, invalid)
        }
    }
}
