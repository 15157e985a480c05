import Markup

/// A field for a password. It has no value, because typed passwords are never sent back into a page.
struct PasswordField {
    enum Purpose {
        /// The current password. It has no length limits: a password from another system can be shorter, and a browser that
        /// truncates it would make it wrong.
        case current
        /// A new password, chosen by the user or a password manager.
        case new(PasswordFieldRules)
    }

    let field: FormField
    let label: PageText
    let purpose: Purpose
    let isLast: Bool
    /// Whether the page has ``Script/passwordFields``, which adds the box that shows the password and, for a new one, the meter.
    let isAssisted: Bool
    let errors: [FormError]

    init(
        _ field: FormField, label: PageText, purpose: Purpose, isLast: Bool = true, isAssisted: Bool = false, errors: [FormError]
    ) {
        self.field = field
        self.label = label
        self.purpose = purpose
        self.isLast = isLast
        self.isAssisted = isAssisted
        self.errors = errors
    }

    func html(on site: Site) -> HTML {
        let hint = rules.map { site.text(.passwordHint(count: $0.minLength)) }
        return FieldFrame(field: field, label: site.text(label), hint: hint, errors: errors).html(on: site) { described, invalid in
            HTML {
                input(
                    .type(.password), .id(field.id), .name(field.rawValue),
                    .autocomplete(rules == nil ? .currentPassword : .newPassword), rules.map { .passwordrules($0.passwordRules) },
                    rules.map { .minlength($0.minLength) }, rules?.maxLength.map { .maxlength($0) },
                    .enterkeyhint(isLast ? .go : .next), .autocapitalizeNone, .autocorrectOff, .spellcheckOff, .required, described,
                    invalid)
                if isAssisted {
                    if let rules { meter(rules, on: site) }
                    box(on: site)
                }
            }
        }
    }

    /// The box has no name, so the form does not send it.
    private func box(on site: Site) -> HTML {
        p(.class("reveal"), .hidden, .data("reveals", field.id)) {
            Markup.label(.for(boxID)) {
                input(.type(.checkbox), .id(boxID), .autocomplete(.off))
                " " + site.text(.showPassword)
            }
        }
    }

    /// The bar shows what the words say, so that a screen reader only reads the words.
    private func meter(_ rules: PasswordFieldRules, on site: Site) -> HTML {
        div(
            .class("meter"), .hidden, .data("measures", field.id), .data("needed", String(rules.minScore)),
            .data("weak", site.text(.strengthWeak)), .data("fair", site.text(.strengthFair)),
            .data("strong", site.text(.strengthStrong))
        ) {
            div(.class("bar"), .aria(.hidden, "true")) {}
            p(.class("hint"), .role(.status)) {}
        }
    }

    private var boxID: String { field.id + "-shown" }

    private var rules: PasswordFieldRules? {
        if case .new(let rules) = purpose { rules } else { nil }
    }
}

/// The field for the user name.
///
/// Its type is `text`, because a name without an `@` is also valid. It uses the keyboard for e-mail addresses, which has all
/// characters that a name needs.
struct UsernameField {
    let value: String
    /// The requirements for a new user name; nil for a known one.
    let rules: UsernameFieldRules?
    /// Whether the browser offers passkeys at the field.
    var offersPasskeys = false
    let errors: [FormError]

    func html(on site: Site) -> HTML {
        let hint = rules.map { site.text(.userNameHint(count: $0.minLength)) }
        let frame = FieldFrame(field: .username, label: site.text(.userNameOrEmail), hint: hint, errors: errors)
        return frame.html(on: site) { described, invalid in
            input(
                .type(.text), .id(FormField.username.id), .name(FormField.username.rawValue), value.isEmpty ? nil : .value(value),
                .autocomplete(offersPasskeys ? .usernameOrPasskey : .username), .inputmode(.email), .enterkeyhint(.next),
                .autocapitalizeNone, .autocorrectOff,
                .spellcheckOff,
                rules.map { .minlength($0.minLength) }, rules.map { .maxlength($0.maxLength) }, .required, described, invalid)
        }
    }
}

/// The user name in a form that only asks for a password.
///
/// Password managers use it to find and update the right entry. They ignore fields of type `hidden`, so this is a text field that
/// is not visible, not in the tab order, and hidden from screen readers.
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

/// The requirements for a new password, as browsers and password managers receive them.
package struct PasswordFieldRules: Sendable, Hashable {
    /// The minimum number of characters.
    package let minLength: Int

    /// The maximum number of characters; nil omits `maxlength`.
    ///
    /// Browsers count UTF-16 units, of which there are at least as many as Unicode scalars. Some truncate a pasted text silently at
    /// this length, so set it only far above realistic lengths.
    package let maxLength: Int?

    /// The rules in Apple's `passwordrules` language.
    package let passwordRules: String

    /// The zxcvbn score, from 3 to 4, from which the meter calls a password strong.
    package let minScore: Int

    /// Creates requirements for a new password.
    ///
    /// - Parameter minScore: The minimum score of the policy. Also where the policy accepts less, the meter calls nothing below 3
    ///   strong.
    package init(minLength: Int, maxLength: Int?, passwordRules: String, minScore: Int = 3) {
        self.minLength = minLength
        self.maxLength = maxLength
        self.passwordRules = passwordRules
        self.minScore = min(max(minScore, 3), 4)
    }
}

/// The requirements for a new user name, as browsers receive them.
package struct UsernameFieldRules: Sendable, Hashable {
    /// The minimum number of characters.
    package let minLength: Int

    /// The maximum number of characters.
    package let maxLength: Int

    /// Creates requirements for a new user name; by default at least 3 characters, and at most the length of an e-mail address (RFC
    /// 5321, 254).
    package init(minLength: Int = 3, maxLength: Int = 254) {
        self.minLength = minLength
        self.maxLength = maxLength
    }
}
