import PasswordRules

/// A strong password offered for the new-password fields of a screen.
package struct StrongPasswordOffer: Sendable {
    /// The source of the rules for the password.
    package enum RulesSource: String, Hashable, Sendable {
        /// A field of the screen.
        case field
        /// The known rules of the site.
        case site
        /// The default of the system: any printable ASCII.
        case system
    }

    /// All new-password fields of the screen, which receive the same password.
    package let fields: [FieldID]
    package let source: RulesSource
    /// Whether the rules of the field or site are ignored. They are ignored if they permit no password of 12 characters, if they
    /// permit fewer than two of upper-case letters, lower-case letters and digits, or if no password satisfies them.
    package let ignoresRules: Bool
    let place: InputPlace
    private let generator: PasswordGenerator

    /// Creates an offer. Returns nil if no generator can be created, which never happens with the system's default rules.
    init?(for focused: ScreenField, on screen: InputScreen, rules siteRules: PasswordRules?) {
        let fields = screen.fields(of: .newPassword).filter(\.isFillable)
        // The rules of one field apply to all. Those of the focused field have priority.
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

    /// Returns a password to show and fill in.
    ///
    /// - Parameter random: A cryptographically secure source, such as `SystemRandomNumberGenerator`.
    package func suggestion(using random: inout some RandomNumberGenerator) -> StrongPasswordSuggestion {
        StrongPasswordSuggestion(
            password: PrivateText(generator.next(using: &random)), fields: fields, place: place)
    }
}

/// A strong password, shown in place of the keyboard's suggestions.
package struct StrongPasswordSuggestion: Hashable, Sendable {
    package let password: PrivateText
    package let fields: [FieldID]
    let place: InputPlace

    init(password: PrivateText, fields: [FieldID], place: InputPlace) {
        self.password = password
        self.fields = fields
        self.place = place
    }
}
