import PasswordRules

/// The offer of a strong password for the new-password fields of a screen.
package struct StrongPasswordOffer: Sendable {
    /// Whose rules the password follows.
    package enum RulesSource: String, Hashable, Sendable {
        /// A field of the screen gives them.
        case field
        /// They are known of the site.
        case site
        /// The system's own: any printable ASCII.
        case system
    }

    /// Every new-password field of the screen: all get the same password.
    package let fields: [FieldID]
    package let source: RulesSource
    /// The field or the site gives rules, and they are not followed: they permit no password of 12 characters, fewer than two of upper, lower
    /// and digit, or none at all.
    package let ignoresRules: Bool
    let place: InputPlace
    private let generator: PasswordGenerator

    /// Nil where no generator can be made, which the system's own rules never cause.
    init?(for focused: ScreenField, on screen: InputScreen, rules siteRules: PasswordRules?) {
        let fields = screen.fields(of: .newPassword).filter(\.isFillable)
        // The rules of one field serve all; those of the field that has the focus come first.
        let ofField = focused.rules ?? fields.lazy.compactMap(\.rules).first
        let given = ofField.map { ($0, RulesSource.field) } ?? siteRules.map { ($0, RulesSource.site) }
        if let (rules, source) = given, rules.isHonoredByIOS, let generator = try? PasswordGenerator(rules: rules) {
            self.generator = generator
            self.source = source
            ignoresRules = false
        } else if let generator = try? PasswordGenerator() {
            self.generator = generator
            source = .system
            ignoresRules = given != nil
        } else {
            return nil
        }
        self.fields = fields.map(\.id)
        place = screen.place
    }

    /// A password, to be shown and filled in.
    ///
    /// - Parameter random: must be fit for secrets, as `SystemRandomNumberGenerator` is.
    package func suggestion(using random: inout some RandomNumberGenerator) -> StrongPasswordSuggestion {
        StrongPasswordSuggestion(
            password: PrivateText(generator.next(using: &random)), fields: fields, place: place, rules: source)
    }
}

/// A strong password that the person sees in the place of the keyboard's suggestions.
package struct StrongPasswordSuggestion: Hashable, Sendable {
    package let password: PrivateText
    package let fields: [FieldID]
    package let rules: StrongPasswordOffer.RulesSource
    let place: InputPlace

    init(password: PrivateText, fields: [FieldID], place: InputPlace, rules: StrongPasswordOffer.RulesSource) {
        self.password = password
        self.fields = fields
        self.place = place
        self.rules = rules
    }
}
