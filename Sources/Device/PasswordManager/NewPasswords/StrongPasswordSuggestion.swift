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
